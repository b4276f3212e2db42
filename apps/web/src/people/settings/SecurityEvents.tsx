import { SECURITY } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Settings.module.css";

/** What happened to the security of the member's account, the latest first. */
export function SecurityEvents() {
  const recent = trpc.auth.securityEvents.useQuery();
  const events = recent.data?.events ?? [];
  return (
    <section className={classes.part} aria-labelledby="security-events">
      <h2 id="security-events">Recent activity</h2>
      <p>
        Sign-ins, changes to your password or second factor, and withdrawals in the last {SECURITY.eventDays} days. We
        also mail you each one.
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
    </section>
  );
}
