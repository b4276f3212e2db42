import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Admin.module.css";
import { AuditRow } from "./AuditRow.tsx";

const SHOWN = 4;

/** The newest entries of the audit log. */
export function LatestActions() {
  const list = trpc.admin.audit.useQuery({ page: 1, limit: SHOWN }, { refetchInterval: 30_000 });
  return (
    <section aria-labelledby="latest">
      <div className={classes.headed}>
        <h2 id="latest" className={classes.heading}>
          Latest actions
        </h2>
        <Link to="/admin" search={{ tab: "audit" }} className="reach">
          Audit log
        </Link>
      </div>
      {list.error && (
        <ErrorBox
          error={list.error}
          fallback="We couldn't load the audit log"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isPending && <Skeleton height={160} aria-label="Loading the audit log" />}
      {list.data?.entries.length === 0 && <p className={classes.muted}>What moderators and admins do appears here.</p>}
      {list.data && list.data.entries.length > 0 && (
        <ol className={classes.list}>
          {list.data.entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}
