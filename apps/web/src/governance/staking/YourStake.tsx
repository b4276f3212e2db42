import type { GovernanceDashboard } from "@bbux/contract";
import { IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { fixedAmount, unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { exactTime, plural } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { balanceClasses as balance } from "../../money/wallet/index.ts";
import { powerText } from "../proposals/proposalLabels.ts";
import classes from "./Governance.module.css";
import { percent, yearly } from "./rates.ts";

/** The member's stake as the largest figure, with its rewards below. */
export function YourStake({ data: { userStats, userRewardRate } }: { data: GovernanceDashboard }) {
  const staked = unitsOf(userStats.stakedAmount);
  const locked = unitsOf(userStats.lockedAmount);
  const [figure, unit] = fixedAmount(staked).split(" ");
  const bonus = userRewardRate.governanceBonus > 0;
  return (
    <section className={balance.card} aria-labelledby="your-stake">
      <h2 id="your-stake" className={`${balance.label} ${classes.label}`}>
        Your stake
      </h2>
      <p className={balance.balance} data-long={(figure?.length ?? 0) > 13 || undefined}>
        {figure} <span className={balance.unit}>{unit}</span>
      </p>
      <dl className={classes.facts}>
        <Fact
          term="Your rate"
          note={`${yearly(userRewardRate.totalRate)} a year, not compounded${bonus ? "" : ". A vote would add to it"}`}
        >
          {percent(userRewardRate.totalRate)} a day
        </Fact>
        <Fact term="Rewards earned" note="paid to your balance, all told">
          <Amount value={userStats.totalRewardsEarned} fixed />
        </Fact>
        <Fact term="Last reward" note="once for each day (UTC)">
          {userStats.lastRewardAt ? <TimeAgo at={userStats.lastRewardAt} /> : "None yet"}
        </Fact>
        <Fact term="Voting power" note="your stake, and up to half as much again by reputation">
          {powerText(userStats.votingPower)} votes
        </Fact>
        <Fact term="Participation" note="on refunds and proposals, in 30 days">
          {plural(userStats.governanceParticipation, ["# vote", "# votes"])}
        </Fact>
        <Fact term="To stake" note="what you can spend">
          <Amount value={userStats.available} fixed plain />
        </Fact>
      </dl>
      {locked > 0n && (
        <p className={balance.notice}>
          <IconLock size={18} stroke={1.6} aria-hidden="true" />
          <span>
            <Amount value={locked} fixed plain /> of it are locked behind your votes on open proposals
            {userStats.unlocksAt && `, until ${exactTime(userStats.unlocksAt)}`}.
          </span>
        </p>
      )}
    </section>
  );
}

function Fact({ term, note, children }: { term: string; note: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        {children}
        <span className={classes.note}>{note}</span>
      </dd>
    </div>
  );
}
