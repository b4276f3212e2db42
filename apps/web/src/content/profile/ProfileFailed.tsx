import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Notice } from "../../components/Notice.tsx";
import { codeOf, hintOf, messageOf } from "../../lib/errors.ts";

interface ProfileFailedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** On the member's own page, which exists, so this says what failed instead. */
  readonly ownPage?: boolean;
}

/**
 * Shown for a member who doesn't exist or could not be fetched: both have the same text, but the second can be retried.
 */
export function ProfileFailed({ error, onRetry, ownPage = false }: ProfileFailedProps) {
  const unknown = codeOf(error) === "NOT_FOUND";
  const own = ownPage && !unknown;
  return (
    <Notice
      title={own ? "Failed to load user data" : "User not found"}
      alert={!unknown}
      {...(unknown && { mark: "404" })}
    >
      {unknown ? (
        <p>No member has this name. It may be mistyped, or they've left.</p>
      ) : (
        <p>
          {own ? "" : "Failed to fetch user profile: "}
          {messageOf(error)}. {hintOf(error)}
        </p>
      )}
      <Group gap="sm" justify="center">
        {!unknown && <Button onClick={onRetry}>Try again</Button>}
        <Button variant={unknown ? "filled" : "default"} renderRoot={(props) => <Link to="/community" {...props} />}>
          Go to the community
        </Button>
      </Group>
    </Notice>
  );
}
