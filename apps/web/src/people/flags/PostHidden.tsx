import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Notice } from "../../components/Notice.tsx";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { factsAbout } from "../../lib/errors.ts";

/**
 * Shown to the author of a post that a moderator has hidden: since when, why, and where to appeal. Others see that the
 * post doesn't exist.
 */
export function PostHidden({ error }: { error: unknown }) {
  const { reason, hiddenAt } = factsAbout(error);
  return (
    <Notice title="A moderator has hidden this post" mark="Hidden">
      {typeof reason === "string" && reason && <p>Why: {reason}</p>}
      <p>
        {typeof hiddenAt === "string" && `Hidden on ${exactTime(hiddenAt)}. `}
        Only you are notified. You can read it and appeal under your hidden content.
      </p>
      <Group gap="sm" justify="center">
        <Button renderRoot={(props) => <Link to="/profile/hidden" {...props} />}>See hidden content</Button>
        <Button variant="default" renderRoot={(props) => <Link to="/community" {...props} />}>
          Go to the community
        </Button>
      </Group>
    </Notice>
  );
}
