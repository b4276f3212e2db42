import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Notice } from "../../components/Notice.tsx";
import { hintOf, messageOf } from "../../errors.ts";

interface ListFailedProps {
  /** The sentence of spec core §8. */
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** A list of one's own that could not be fetched: what happened, again, or back. */
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
