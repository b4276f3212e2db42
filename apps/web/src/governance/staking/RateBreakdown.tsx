import type { GovernanceDashboard } from "@bbux/contract";
import { fixedAmount } from "../../components/Amount.format.ts";
import { useParameters } from "../../lib/parameters/useParameters.ts";
import classes from "./Governance.module.css";
import { percent, signedPercent, yearly } from "./rates.ts";

/** The parts of the rate, for everyone and for the member, with reasons. */
export function RateBreakdown({
  data: { rewardRate, userRewardRate, platformMetrics },
}: {
  data: GovernanceDashboard;
}) {
  const { parameters } = useParameters();
  const rows = [
    {
      part: "Base rate",
      everyone: percent(rewardRate.baseRate),
      you: percent(userRewardRate.baseRate),
      why: "what every stake earns",
    },
    {
      part: "Activity bonus",
      everyone: signedPercent(rewardRate.activityBonus),
      you: signedPercent(userRewardRate.activityBonus),
      why: parameters
        ? `while members place at least ${fixedAmount(parameters.volumeHigh)} in bounties in 30 days`
        : "while the volume of bounties is high",
    },
    {
      part: "Treasury bonus",
      everyone: signedPercent(rewardRate.treasuryBonus),
      you: signedPercent(userRewardRate.treasuryBonus),
      why: "while the treasury could pay three months or more",
    },
    {
      part: "Governance bonus",
      everyone: "—",
      you: signedPercent(userRewardRate.governanceBonus),
      why: "for 30 days after a vote on a refund or a proposal",
    },
    {
      part: "Participation penalty",
      everyone: signedPercent(rewardRate.participationPenalty),
      you: signedPercent(userRewardRate.participationPenalty),
      why: "while more than half of all BBUX is staked",
    },
  ];
  return (
    <section aria-labelledby="rate" className={classes.panel}>
      <h2 id="rate">Reward rate</h2>
      <p className={classes.lead}>
        Set each day based on how the platform is doing.{" "}
        {platformMetrics.treasuryHealth === "LOW" && "The treasury is low, so rewards may be paid only in part."}
      </p>
      <table className={classes.rates}>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Everyone</th>
            <th scope="col">You</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ part, everyone, you, why }) => (
            <tr key={part}>
              <th scope="row">
                {part}
                <span className={classes.note}>{why}</span>
              </th>
              <td>{everyone}</td>
              <td>{you}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              Total rate a day
              <span className={classes.note}>
                {yearly(rewardRate.totalRate)} a year for everyone, {yearly(userRewardRate.totalRate)} for you, not
                compounded
              </span>
            </th>
            <td>{percent(rewardRate.totalRate)}</td>
            <td>{percent(userRewardRate.totalRate)}</td>
          </tr>
          <tr>
            <th scope="row">Maximum</th>
            <td>{percent(rewardRate.maxRate)}</td>
            <td>{percent(userRewardRate.maxRate)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
