import { PROPOSAL_STAKES, PROPOSAL_TYPES, type ProposalType, type UserGovernanceStats } from "@bbux/contract";
import { IconCheck, IconLock, IconMinus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Amount } from "../../components/Amount.tsx";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { useParameters } from "../../lib/parameters/useParameters.ts";
import { powerText, TYPES } from "../proposals/proposalLabels.ts";
import { mostToUnstake, positionOf } from "./staking.ts";
import classes from "./Votes.module.css";

/** What the member's stake lets them do now: vote, propose, and take it back. */
export function StakeAllows({ stats }: { stats: UserGovernanceStats }) {
  const { parameters } = useParameters();
  const position = positionOf(stats);
  const { staked, locked } = position;
  return (
    <div className={classes.allows}>
      <h3>What you can do now</h3>
      <ul>
        <Line state={staked > 0n ? "yes" : "no"}>
          {staked > 0n ? (
            <>Vote on each new proposal with {powerText(stats.votingPower)} votes</>
          ) : (
            "Vote on proposals that open after you stake"
          )}
        </Line>
        {parameters !== null &&
          PROPOSAL_TYPES.map((type) => {
            const needed = parameters[PROPOSAL_STAKES[type]];
            return (
              <Line key={type} state={staked >= needed ? "yes" : "no"}>
                {staked >= needed ? (
                  <Link to="/governance/proposals/new">{TYPES[type].act}</Link>
                ) : (
                  <Missing type={type} amount={needed - staked} />
                )}
              </Line>
            );
          })}
        {staked > 0n && (
          <Line state={locked > 0n ? "locked" : "yes"}>
            {locked === 0n ? (
              <>
                Unstake <Amount value={mostToUnstake(position)} fixed plain /> now
              </>
            ) : stats.unlocksAt ? (
              <>
                Unstake <Amount value={mostToUnstake(position)} fixed plain /> now.{" "}
                <Amount value={locked} fixed plain /> of your stake is locked behind your votes on open proposals, until{" "}
                {exactTime(stats.unlocksAt)}
              </>
            ) : (
              <>
                Unstake <Amount value={mostToUnstake(position)} fixed plain /> now.{" "}
                <Amount value={locked} fixed plain /> of your stake is locked behind your votes on open proposals
              </>
            )}
          </Line>
        )}
      </ul>
    </div>
  );
}

/** How much more a kind of proposal needs. */
function Missing({ type, amount }: { type: ProposalType; amount: bigint }) {
  if (type === "SIGNAL") {
    return (
      <>
        Stake <Amount value={amount} fixed plain /> more to propose a signal
      </>
    );
  }
  if (type === "POLICY") {
    return (
      <>
        Stake <Amount value={amount} fixed plain /> more to propose a policy
      </>
    );
  }
  return (
    <>
      Stake <Amount value={amount} fixed plain /> more to propose a parameter change
    </>
  );
}

const SIGNS = { yes: IconCheck, no: IconMinus, locked: IconLock } as const;

function Line({ state, children }: { state: keyof typeof SIGNS; children: ReactNode }) {
  const Sign = SIGNS[state];
  return (
    <li data-state={state}>
      <Sign size={16} stroke={2} aria-hidden />
      <span>
        {state === "no" && <span className="visually-hidden">Not yet: </span>}
        {children}
      </span>
    </li>
  );
}
