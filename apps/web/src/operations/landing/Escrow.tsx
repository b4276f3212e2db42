import { bountyCost, bountyFee, UNIT } from "@bbux/contract";
import { Amount } from "../../components/Amount.tsx";
import { PlainSkeleton } from "../../components/PlainSkeleton.tsx";
import { feeLabel } from "../../lib/parameters/feeLabel.ts";
import { useParameters } from "../../lib/parameters/useParameters.ts";
import classes from "./Escrow.module.css";

/** The example's bounty; the rules that apply to every bounty calculate the rest. */
const BOUNTY = 5n * UNIT;

/** One bounty as a statement: its cost, the escrow, the payout. */
export function Escrow() {
  const { parameters, failed } = useParameters();
  const rate = parameters?.bountyFee;
  return (
    <figure className={classes.slip}>
      <figcaption>
        <p className={classes.label}>Example</p>
        <p className={classes.question}>Why doesn't this query use my index?</p>
      </figcaption>
      <table className={classes.rows}>
        <tbody>
          <tr className={classes.bounty}>
            <th scope="row">Bounty, held in escrow</th>
            <td>
              <Amount value={BOUNTY} exact plain />
            </td>
          </tr>
          <tr>
            <th scope="row">{feeLabel("bountyFee", rate ?? null)}</th>
            <td>
              {rate === undefined ? (
                <Unknown failed={failed} />
              ) : (
                <Amount value={bountyFee(BOUNTY, rate)} exact plain />
              )}
            </td>
          </tr>
          <tr className={classes.sum}>
            <th scope="row">The asker pays</th>
            <td>
              {rate === undefined ? (
                <Unknown failed={failed} />
              ) : (
                <Amount value={bountyCost(BOUNTY, rate)} exact plain />
              )}
            </td>
          </tr>
          <tr className={classes.paid}>
            <th scope="row">Accepted answer earns</th>
            <td>
              +<Amount value={BOUNTY} exact plain />
            </td>
          </tr>
        </tbody>
      </table>
    </figure>
  );
}

function Unknown({ failed }: { failed: boolean }) {
  return failed ? <>plus the fee</> : <PlainSkeleton width={80} height={14} display="inline-block" />;
}
