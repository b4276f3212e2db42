import type { GovernanceHistory } from "@bbux/contract";
import { Amount } from "../../components/Amount.tsx";
import { numberText } from "../../lib/locale.ts";
import classes from "./Governance.module.css";
import { percent } from "./rates.ts";
import { dayOf } from "./series.ts";

/** The charts' figures in rows, newest first. */
export function DaysTable({ days }: { days: GovernanceHistory["points"] }) {
  return (
    <details className={classes.details}>
      <summary>Show the days as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="The rewarded days, as a table">
        <table className={classes.days}>
          <thead>
            <tr>
              {["Day", "Staked", "Stakers", "Treasury", "Volume", "Rate", "Due", "Paid"].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row">{dayOf(Date.parse(`${day.day}T00:00:00Z`))}</th>
                <td>
                  <Amount value={day.staked} fixed plain />
                </td>
                <td>{numberText(day.stakers)}</td>
                <td>
                  <Amount value={day.treasury} fixed plain />
                </td>
                <td>
                  <Amount value={day.volume} fixed plain />
                </td>
                <td>{percent(day.totalRate)}</td>
                <td>
                  <Amount value={day.due} fixed plain />
                </td>
                <td>
                  <Amount value={day.paid} fixed plain />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
