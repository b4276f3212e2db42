import { bountyCost, bountyFee, UNIT } from "@bbux/contract";
import { Amount } from "../../components/Amount.tsx";
import classes from "./Escrow.module.css";

/** The example's bounty; the rest is worked out by the rules that hold for every one. */
const BOUNTY = 5n * UNIT;

/** One bounty as a statement: what it costs, what is held, what is paid. */
export function Escrow() {
  return (
    <figure className={classes.slip}>
      <figcaption>
        <p className={classes.label}>Example</p>
        <p className={classes.question}>Why does my index not help this query?</p>
      </figcaption>
      <table className={classes.rows}>
        <tbody>
          <tr>
            <th scope="row">Bounty, held in escrow</th>
            <td>
              <Amount value={BOUNTY} exact />
            </td>
          </tr>
          <tr>
            <th scope="row">Fee, 5%</th>
            <td>
              <Amount value={bountyFee(BOUNTY)} exact />
            </td>
          </tr>
          <tr className={classes.sum}>
            <th scope="row">The asker pays</th>
            <td>
              <Amount value={bountyCost(BOUNTY)} exact />
            </td>
          </tr>
          <tr className={classes.paid}>
            <th scope="row">Accepted answer is paid</th>
            <td>
              <Amount value={BOUNTY} exact />
            </td>
          </tr>
        </tbody>
      </table>
      <p className={classes.note}>The author of the accepted answer gets the whole bounty.</p>
    </figure>
  );
}
