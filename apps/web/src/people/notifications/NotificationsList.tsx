import { Button, Skeleton } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { client } from "../../lib/trpc.ts";
import { linesOf, PAGES_KEY, warn } from "./cache.ts";
import { NotificationItem } from "./NotificationItem.tsx";
import classes from "./Notifications.module.css";

const PAGE = 20;
const PLACES = ["a", "b", "c", "d"];

/** The notifications, loaded page by page. */
export function NotificationsList({ onLeave }: { onLeave: () => void }) {
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: PAGES_KEY,
      queryFn: ({ pageParam, signal }) => client.notifications.list.query({ page: pageParam, limit: PAGE }, { signal }),
      initialPageParam: 1,
      getNextPageParam: (last, pages) => (last.length < PAGE ? undefined : pages.length + 1),
    });
  useEffect(() => {
    if (error) warn(error);
  }, [error]);

  if (isPending) return <Waiting />;
  if (!data) {
    return (
      <EmptyState
        title="Nothing to show just now"
        action={
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        We couldn't load your notifications. None are lost.
      </EmptyState>
    );
  }
  const lines = linesOf(data);
  if (lines.length === 0) {
    return (
      <div className={classes.none}>
        <IconBell size={28} stroke={1.4} aria-hidden="true" />
        <p className={classes.noneYet}>Nothing yet</p>
        <p>Activity on your posts shows up here.</p>
        <Button
          variant="default"
          mt="xs"
          renderRoot={(props) => <Link to="/posts/create" {...props} onClick={onLeave} />}
        >
          Ask a question
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.scroll}>
      <ul className={classes.list}>
        {lines.map((line) => (
          <NotificationItem key={line.id} notification={line} onLeave={onLeave} />
        ))}
      </ul>
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div className={classes.scroll} role="status" aria-label="Loading notifications">
      {PLACES.map((place) => (
        <div key={place} className={classes.waiting}>
          <Skeleton circle width={32} height={32} />
          <div>
            <Skeleton height={12} width="45%" mb={10} />
            <Skeleton height={12} width="90%" />
          </div>
        </div>
      ))}
    </div>
  );
}
