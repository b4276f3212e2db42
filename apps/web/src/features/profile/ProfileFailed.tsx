import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Notice } from "../../components/Notice.tsx";
import { codeOf, hintOf, messageOf } from "../../errors.ts";

/** No such member, or none that could be fetched: both are called so, the second may be tried again (spec core §8). */
export function ProfileFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const unknown = codeOf(error) === "NOT_FOUND";
  return (
    <Notice title="User not found" alert={!unknown} {...(unknown && { mark: "404" })}>
      {unknown ? (
        <p>Nobody goes by this name here. It may be mistyped.</p>
      ) : (
        <p>
          Failed to fetch user profile: {messageOf(error)}. {hintOf(error)}
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
