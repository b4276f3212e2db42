import { Amount } from "../../components/Amount.tsx";
import { InnerLink } from "../../components/InnerLink.tsx";
import { HIDING_STATUSES } from "../../components/StatusBadge.statuses.ts";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import type { Target } from "./actions.ts";
import classes from "./Case.module.css";
import { MemberName } from "./CaseFlags.tsx";
import { TARGETS } from "./flagLabels.ts";
import { STAFF } from "./staffWords.ts";

/** Shown above the title of the post or the name of the room that it belongs to. */
const KIND_LINES: Partial<Record<Target["type"], string>> = {
  answer: "Answer to",
  comment: "Comment on",
  message: "Message in",
};

interface CaseHeadProps {
  readonly target: Target;
  /** The id of the heading that names the case. */
  readonly id: string;
}

/** The kind of content, its author, time and state. */
export function CaseHead({ target, id }: CaseHeadProps) {
  const { type, title, url, authorUsername, authorRole, authorSuspended, state, createdAt, bounty } = target;
  return (
    <header className={classes.head}>
      <p className={classes.kind}>
        {KIND_LINES[type] ?? TARGETS[type]}
        {state !== "VISIBLE" && <StatusBadge {...HIDING_STATUSES[state]} />}
        {authorSuspended && <StatusBadge label={type === "user" ? "Suspended" : "Author suspended"} tone="bad" />}
      </p>
      <h2 id={id} className={classes.title} dir="auto">
        {url ? (
          <InnerLink href={url} className={classes.link}>
            {title}
          </InnerLink>
        ) : (
          title
        )}
      </h2>
      <p className={classes.by}>
        {type === "user" ? (
          <TimeAgo at={createdAt} text={(time) => `Joined ${time}`} />
        ) : authorRole === "user" ? (
          <>
            By <MemberName username={authorUsername} />, <TimeAgo at={createdAt} />
          </>
        ) : (
          <>
            By <MemberName username={authorUsername} />, {STAFF[authorRole] ?? authorRole}, <TimeAgo at={createdAt} />
          </>
        )}
        {bounty && (
          <span className={classes.bounty}>
            <Amount value={bounty.amount} /> bounty
          </span>
        )}
      </p>
    </header>
  );
}
