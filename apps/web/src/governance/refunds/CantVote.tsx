import type { Ballot, RefundRequest } from "@bbux/contract";
import { IconClock, IconLock } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { exactTime } from "../../components/TimeAgo.format.ts";
import classes from "./Refunds.module.css";
import { Requirements } from "./Requirements.tsx";
import { isRequirement } from "./requirements.ts";

interface CantVoteProps {
  readonly ballot: Extract<Ballot, { state: "barred" | "later" }>;
  /** Everything the server says, for the whole list of requirements. */
  readonly hindrances: RefundRequest["hindrances"];
  /** On the request's own page, where the requirements that are met are listed, too. */
  readonly alone: boolean;
}

/** Tells a member who can't vote why, and what is missing, in the place of the form. The sentences are the server's. */
export function CantVote({ ballot, hindrances, alone }: CantVoteProps) {
  const Sign = ballot.state === "later" ? IconClock : IconLock;
  const isMissing = ballot.reasons.some(({ code }) => isRequirement(code));
  return (
    <section className={classes.barred} aria-label="Why you can't vote">
      <p className={classes.barredTitle}>
        <Sign size={18} stroke={1.6} aria-hidden />
        {ballot.state === "later" ? `You can vote from ${exactTime(ballot.from)}` : "You can't vote on this request"}
      </p>
      {alone && isMissing ? (
        <Requirements hindrances={hindrances} />
      ) : (
        <ul>
          {ballot.reasons.map(({ code, message }) => (
            <li key={code}>{sentence(message)}</li>
          ))}
        </ul>
      )}
      {isMissing && (
        <Link className="reach" to="/docs/$slug" params={{ slug: "refund-system" }} hash="voting">
          Who can vote on refunds
        </Link>
      )}
    </section>
  );
}

/** Ends a message as a sentence; some errors have no period. */
function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
