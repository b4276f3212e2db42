import type { FlagCase } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { authorName, hasLeft } from "../../components/author.ts";
import { FLAG_DECISIONS } from "../../components/StatusBadge.statuses.ts";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import classes from "./Case.module.css";
import { reasonLabel } from "./flagLabels.ts";

/** The flags of a case: reason, author and decision. */
export function CaseFlags({ flags, count }: Pick<FlagCase, "flags"> & { count: number }) {
  return (
    <ul className={classes.flags} aria-label="Flags">
      {flags.map(
        ({ id, reason, note, reporterUsername, reporterInterested, createdAt, status, decidedAt, decidedBy }) => (
          <li key={id}>
            <p>
              <strong>{reasonLabel(reason)}</strong>
              {" · "}
              <span className={classes.by}>
                flagged by {reporterUsername === null ? "a member" : <MemberName username={reporterUsername} />}{" "}
                <TimeAgo at={createdAt} />
              </span>
              {reporterInterested && (
                <>
                  {" "}
                  <StatusBadge label="Takes part in this bounty" tone="waiting" inTable />
                </>
              )}
            </p>
            {note && (
              <p className={classes.note} dir="auto">
                {note}
              </p>
            )}
            {status !== "OPEN" && (
              <p className={classes.by}>
                <StatusBadge {...FLAG_DECISIONS[status]} inTable />{" "}
                {decidedAt && (
                  <span>
                    {decidedBy ? (
                      <>
                        by <MemberName username={decidedBy} /> <TimeAgo at={decidedAt} />
                      </>
                    ) : (
                      <TimeAgo at={decidedAt} />
                    )}
                  </span>
                )}
              </p>
            )}
          </li>
        ),
      )}
      {count > flags.length && <li className={classes.by}>And {count - flags.length} more</li>}
    </ul>
  );
}

/** A name linked to the profile; a former member has neither. */
export function MemberName({ username }: { username: string }) {
  if (hasLeft(username)) return <em>{authorName(username)}</em>;
  return (
    <Link to="/users/$username" params={{ username }}>
      {username}
    </Link>
  );
}
