import { PROPOSALS, type Proposal } from "@bbux/contract";
import { unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { numberText } from "../../lib/locale.ts";
import classes from "./Proposals.module.css";
import { powerText, progress, shares } from "./proposalLabels.ts";

type Tally = Pick<
  Proposal,
  "powerFor" | "powerAgainst" | "votesFor" | "votesAgainst" | "stakeVoted" | "quorumStake" | "stakedAtOpen"
>;

/** Voting power for and against as one bar; the text beside it says the same. */
export function VoteBar({ powerFor, powerAgainst }: Pick<Tally, "powerFor" | "powerAgainst">) {
  const share = shares(unitsOf(powerFor), unitsOf(powerAgainst));
  return (
    <div className={classes.bar} aria-hidden="true">
      {share && share.one > 0 && <span data-side="for" style={{ flexGrow: share.one }} />}
      {share && share.other > 0 && <span data-side="against" style={{ flexGrow: share.other }} />}
    </div>
  );
}

/** The whole tally: for, against, and whether the quorum is reached. */
export function Tally({ tally }: { tally: Tally }) {
  const share = shares(unitsOf(tally.powerFor), unitsOf(tally.powerAgainst));
  const reached = progress(unitsOf(tally.stakeVoted), unitsOf(tally.quorumStake));
  return (
    <div>
      <VoteBar {...tally} />
      <dl className={classes.sides}>
        <div data-side="for">
          <dt>{share ? `For, ${share.one}%` : "For"}</dt>
          <dd>
            {powerText(tally.powerFor)}
            <span className={classes.note}>{plural(tally.votesFor, ["from # member", "from # members"])}</span>
          </dd>
        </div>
        <div data-side="against">
          <dt>{share ? `Against, ${share.other}%` : "Against"}</dt>
          <dd>
            {powerText(tally.powerAgainst)}
            <span className={classes.note}>{plural(tally.votesAgainst, ["from # member", "from # members"])}</span>
          </dd>
        </div>
      </dl>
      <div className={classes.quorum}>
        <div className={classes.quorumHead}>
          <span id="quorum">Quorum</span>
          <span>{reached >= 1 ? /* @wc-include */ "reached" : `${Math.floor(reached * 100)}%`}</span>
        </div>
        <div
          className={classes.progress}
          role="progressbar"
          aria-labelledby="quorum"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.floor(reached * 100)}
          data-reached={reached >= 1 || undefined}
        >
          <span style={{ width: `${reached * 100}%` }} />
        </div>
        <p className={classes.note}>
          <Amount value={tally.stakeVoted} fixed plain /> of <Amount value={tally.quorumStake} fixed plain /> (
          {numberText(PROPOSALS.quorumPercent)}% of the <Amount value={tally.stakedAtOpen} fixed plain /> staked when
          voting opened)
        </p>
      </div>
    </div>
  );
}
