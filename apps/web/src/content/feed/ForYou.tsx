import { Button, Group } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { FeedSkeleton } from "./FeedSkeleton.tsx";
import { FollowTags } from "./FollowTags.tsx";
import classes from "./ForYou.module.css";

/** A member's own tab: the tags they follow, and the questions with them. Visitors are asked to sign in. */
export default function ForYou({ children }: { children: ReactNode }) {
  const { user, loading } = useSession();
  if (user) return <OwnFeed>{children}</OwnFeed>;
  return loading ? <FeedSkeleton /> : <Invitation />;
}

function OwnFeed({ children }: { children: ReactNode }) {
  const followed = trpc.tags.followed.useQuery();
  const [isChanging, setIsChanging] = useState(false);
  if (followed.isError && !followed.data) {
    return (
      <ErrorBox
        error={followed.error}
        fallback="We couldn't load the tags you follow."
        onRetry={() => void followed.refetch()}
        retrying={followed.isFetching}
      />
    );
  }
  if (!followed.data) return <FeedSkeleton />;
  const names = followed.data.data.map(({ name }) => name);
  if (names.length === 0) {
    return (
      <EmptyState title="Choose your tags" action={<FollowTags followed={names} />}>
        Follow the topics you know or care about. Questions with any of them show up here.
      </EmptyState>
    );
  }
  if (isChanging) {
    return (
      <>
        <div className={classes.change}>
          <FollowTags followed={names} onDone={() => setIsChanging(false)} />
        </div>
        {children}
      </>
    );
  }
  return (
    <>
      <p className={classes.followed}>
        <span>Following {names.join(", ")}</span>
        <Button variant="subtle" size="compact-sm" onClick={() => setIsChanging(true)}>
          Change tags
        </Button>
      </p>
      {children}
    </>
  );
}

function Invitation() {
  const search = { redirectTo: useLocation({ select: ({ href }) => href }) };
  return (
    <EmptyState
      title="Sign in to see questions for you"
      action={
        <Group gap="sm" justify="center">
          <Button renderRoot={(props) => <Link to="/login" search={search} {...props} />}>Sign in</Button>
          <Button variant="default" renderRoot={(props) => <Link to="/signup" search={search} {...props} />}>
            Sign up
          </Button>
        </Group>
      }
    >
      Follow the topics you know or care about, and find questions about them here.
    </EmptyState>
  );
}
