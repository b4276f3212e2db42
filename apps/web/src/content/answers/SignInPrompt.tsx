import { Button, Group } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import classes from "./Answers.module.css";

/** Shown to visitors in place of a form: sign in and come back. */
export function SignInPrompt({ children }: { children: string }) {
  const { pathname } = useLocation();
  return (
    <div className={classes.prompt} data-noprint>
      <p>{children}</p>
      <Group gap="xs">
        <Button size="xs" renderRoot={(props) => <Link to="/login" search={{ redirectTo: pathname }} {...props} />}>
          Sign in
        </Button>
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => <Link to="/signup" search={{ redirectTo: pathname }} {...props} />}
        >
          Sign up
        </Button>
      </Group>
    </div>
  );
}
