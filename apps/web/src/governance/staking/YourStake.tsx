import type { GovernanceDashboard } from "@bbux/contract";
import type { ReactNode } from "react";
import { fixedAmount, unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { balanceClasses as balance } from "../../money/wallet/index.ts";
import { powerText } from "../proposals/proposalLabels.ts";
import classes from "./Governance.module.css";
import { percent, yearly } from "./rates.ts";
import { StakeAllows } from "./StakeAllows.tsx";

/** The member's stake as the largest figure, with its rewards and what it allows below. */
export function YourStake({ data: { userStats, userRewardRate } }: { data: GovernanceDashboard }) {
  const staked = unitsOf(userStats.stakedAmount);
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
          note={
            bonus
              ? `${yearly(userRewardRate.totalRate)} a year, not compounded`
              : `${yearly(userRewardRate.totalRate)} a year, not compounded. A vote would add to it`
          }
        >
          {percent(userRewardRate.totalRate)} a day
        </Fact>
        <Fact term="Rewards earned" note="paid to your balance so far">
          <Amount value={userStats.totalRewardsEarned} fixed />
        </Fact>
        <Fact term="Last reward" note="paid daily (UTC)">
          {userStats.lastRewardAt ? <TimeAgo at={userStats.lastRewardAt} /> : "None yet"}
        </Fact>
        <Fact term="Voting power" note="your stake, plus up to 50% for your reputation">
          {powerText(userStats.votingPower)} votes
        </Fact>
        <Fact term="Participation" note="on refunds and proposals, in 30 days">
          {plural(userStats.governanceParticipation, ["# vote", "# votes"])}
        </Fact>
        <Fact term="Available to stake" note="in your balance">
          <Amount value={userStats.available} fixed plain />
        </Fact>
      </dl>
      <StakeAllows stats={userStats} />
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
