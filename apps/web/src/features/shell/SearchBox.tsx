import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import classes from "./SearchBox.module.css";

const MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Searches the community's posts; the feed has a field of its own. ⌘K or Ctrl K brings the keyboard there from anywhere. */
export function SearchBox() {
  const onFeed = useRouterState({ select: ({ location }) => location.pathname === "/community" });
  const navigate = useNavigate();
  const [text, setText] = useState("");

  useEffect(() => {
    function focusField(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      const field = document.querySelector<HTMLInputElement>('input[type="search"]');
      field?.focus();
      field?.select();
    }
    document.addEventListener("keydown", focusField);
    return () => document.removeEventListener("keydown", focusField);
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const search = text.trim();
    setText("");
    void navigate({ to: "/community", search: search ? { search } : {} });
  }

  if (onFeed) return <div className={classes.form} />;

  return (
    <search className={classes.form}>
      <form onSubmit={submit}>
        <TextInput
          type="search"
          name="search"
          aria-label="Search posts"
          aria-keyshortcuts="Control+K Meta+K"
          placeholder="Search"
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
        />
        <kbd className={classes.key}>{MAC ? "⌘K" : "Ctrl K"}</kbd>
      </form>
    </search>
  );
}
