import type { RefundRequest } from "@bbux/contract";
import { IconCheck, IconClock, IconX } from "@tabler/icons-react";
import { useSeconds } from "../../components/TimeAgo.clock.ts";
import { countdown } from "../../components/TimeLeft.format.ts";
import classes from "./Refunds.module.css";
import { type Requirement, requirementsOf } from "./requirements.ts";

/** The requirements of a voter, each with the viewer's state; the review time counts down. */
export function Requirements({ hindrances }: { hindrances: RefundRequest["hindrances"] }) {
  const now = useSeconds();
  const all = requirementsOf(hindrances, now);
  return (
    <section className={classes.requirements} aria-label="What voting takes">
      <p>To vote you need</p>
      <ul>
        {all.map((requirement) => (
          <Line key={requirement.code} requirement={requirement} now={now} />
        ))}
      </ul>
    </section>
  );
}

function Line({
  requirement: { code, text, met, missing, availableAt },
  now,
}: {
  requirement: Requirement;
  now: number;
}) {
  const runs = code === "VOTE_REVIEW_TIME" && availableAt !== null;
  const Sign = met ? IconCheck : runs ? IconClock : IconX;
  return (
    <li data-met={met} data-runs={runs || undefined}>
      <Sign size={16} stroke={2} aria-hidden />
      <span>
        {text}
        <span className="visually-hidden">{met ? <>, met</> : <>, not met</>}</span>
        {runs && <span className={classes.missing}>{countdown(availableAt, now)} to go</span>}
        {!runs && missing && <span className={classes.missing}>{missing}</span>}
      </span>
    </li>
  );
}
