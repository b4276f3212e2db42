import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { hintOf, messageOf } from "../lib/errors.ts";
import { Notice } from "./Notice.tsx";

interface ListFailedProps {
  /** The sentence that names the failure. */
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Replaces one of the viewer's lists that failed to load, with a retry button and a way back. */
export function ListFailed({ title, error, onRetry }: ListFailedProps) {
  const reason = messageOf(error);
  return (
    <Notice title={title} alert>
      <p>
        {reason !== title && `${reason}. `}
        {hintOf(error)}
      </p>
      <Group gap="sm" justify="center">
        <Button onClick={onRetry}>Try again</Button>
        <Button variant="default" renderRoot={(props) => <Link to="/profile" {...props} />}>
          Back to Profile
        </Button>
      </Group>
    </Notice>
  );
}
