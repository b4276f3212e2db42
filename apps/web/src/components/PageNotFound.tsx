import { LIMITS } from "@bbux/contract";
import { Button, Group, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { Link, useCanGoBack, useNavigate, useRouter } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import classes from "./Notice.module.css";
import { Notice } from "./Notice.tsx";

/** Says that there is no such page, and suggests others. */
export function PageNotFound() {
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  // The requested route has no title, because it doesn't exist.
  useEffect(() => {
    document.title = "Not found · BBUX";
  }, []);
  return (
    <Notice title="There is nothing here" mark="404">
      <p>The address may be mistyped, or what was here has been removed.</p>
      <Search />
      <Group gap="sm" justify="center">
        <Button variant="default" renderRoot={(props) => <Link to="/community" {...props} />}>
          Go to the community
        </Button>
        {canGoBack && (
          <Button variant="default" onClick={() => history.back()}>
            Go back
          </Button>
        )}
      </Group>
    </Notice>
  );
}

function Search() {
  const navigate = useNavigate();
  const [words, setWords] = useState("");
  function search(event: FormEvent) {
    event.preventDefault();
    const text = words.trim();
    void navigate({ to: "/community", search: text ? { search: text } : {} });
  }
  return (
    <form className={classes.search} onSubmit={search}>
      <TextInput
        type="search"
        aria-label="Search the community"
        placeholder="Search the community"
        maxLength={LIMITS.search}
        autoComplete="off"
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Button type="submit">Search</Button>
    </form>
  );
}
