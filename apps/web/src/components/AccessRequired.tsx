import { Button, Group } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { Notice } from "./Notice.tsx";

interface AccessRequiredProps {
  readonly title?: string;
  readonly children: string;
}

/** Asks visitors to a page about their money or vote to sign in, and brings them back afterwards. */
export function AccessRequired({ title, children }: AccessRequiredProps) {
  const here = useLocation({ select: ({ href }) => href });
  return (
    <Notice title={title ?? "Wallet Access Required"}>
      <p>{children}</p>
      <Group gap="sm" justify="center">
        <Button renderRoot={(props) => <Link to="/login" search={{ redirectTo: here }} {...props} />}>Sign in</Button>
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/signup" search={{ redirectTo: here }} {...props} />}
        >
          Sign up
        </Button>
      </Group>
      <Link to="/reserves" className="reach">
        Anyone can see what the platform holds
      </Link>
    </Notice>
  );
}
