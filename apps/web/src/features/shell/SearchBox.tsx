import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import classes from "./SearchBox.module.css";

const MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Searches the community's posts. ⌘K or Ctrl K brings the keyboard here from anywhere. */
export function SearchBox() {
  const navigate = useNavigate();
  const current = useRouterState({ select: ({ location }) => searched(location) });
  const [text, setText] = useState(current);
  const field = useRef<HTMLInputElement>(null);

  // The address is the truth: back and forward show what they search for.
  useEffect(() => setText(current), [current]);

  useEffect(() => {
    function focusField(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    }
    document.addEventListener("keydown", focusField);
    return () => document.removeEventListener("keydown", focusField);
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const search = text.trim();
    void navigate({ to: "/community", search: search ? { search } : {} });
  }

  return (
    <search className={classes.form}>
      <form onSubmit={submit}>
        <TextInput
          ref={field}
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

function searched({ pathname, search }: { pathname: string; search: object }): string {
  if (pathname !== "/community" || !("search" in search)) return "";
  return typeof search.search === "string" ? search.search : "";
}
