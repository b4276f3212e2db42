import { SECURITY } from "@bbux/contract";
import { Button, Skeleton } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Settings.module.css";

/** How many appear at first, and with each "Show older". */
const SHOWN = 20;

/** What happened to the security of the member's account, the latest first. */
export function SecurityEvents() {
  const recent = trpc.auth.securityEvents.useInfiniteQuery(
    { limit: SHOWN },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  const events = recent.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <section className={classes.part} aria-labelledby="security-events">
      <h2 id="security-events">Recent activity</h2>
      <p>
        Sign-ins, changes to how you sign in, and withdrawals in the last {SECURITY.eventDays} days. We email you about
        most of these.
      </p>
      {recent.isPending && (
        <div role="status" aria-label="Loading recent activity">
          <Skeleton height={52} mb="sm" />
          <Skeleton height={52} />
        </div>
      )}
      {recent.error && !recent.data && (
        <ErrorBox
          error={recent.error}
          fallback="Failed to load recent activity"
          onRetry={() => void recent.refetch()}
        />
      )}
      {recent.data && events.length === 0 && <p className={classes.note}>No activity yet.</p>}
      <ul className={classes.sessions}>
        {events.map(({ id, title, message, at, device, network }) => (
          <li key={id} className={classes.session}>
            <IconShieldLock size={22} stroke={1.6} aria-hidden="true" />
            <div>
              <p>{title}</p>
              <p className={classes.note}>{message}</p>
              <p className={classes.note}>
                <TimeAgo at={at} />
                {device !== null && ` · ${device}`}
                {network !== null && ` · ${network}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {recent.data && recent.isFetchNextPageError && (
        <ErrorBox error={recent.error} fallback="Failed to load older activity" />
      )}
      {recent.hasNextPage && (
        <Button variant="default" onClick={() => void recent.fetchNextPage()} loading={recent.isFetchingNextPage}>
          Show older
        </Button>
      )}
    </section>
  );
}
