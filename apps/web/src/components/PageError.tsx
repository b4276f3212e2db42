import { Button, Group } from "@mantine/core";
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { hintOf, messageOf } from "../errors.ts";
import { Notice } from "./Notice.tsx";

/** A page that could not be shown: what happened, what to do. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  function retry() {
    reset();
    void router.invalidate();
  }
  return (
    <Notice title="This page could not be loaded" alert>
      <p>
        {navigator.onLine === false ? null : `${messageOf(error, "Something went wrong on our side")}. `}
        {hintOf(error)}
      </p>
      <Group gap="sm" justify="center">
        <Button onClick={retry}>Try again</Button>
        <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
          Go to the front page
        </Button>
      </Group>
    </Notice>
  );
}
