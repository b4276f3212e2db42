import type { Transparency } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { Cell, Table } from "../../components/Table.tsx";
import { Checked } from "../reserves/index.ts";
import { compare } from "./entryKinds.ts";
import classes from "./Transparency.module.css";

const COLUMNS = [
  { label: "Kind of account" },
  { label: "In the books now", figure: true },
  { label: "In the reserves report", figure: true },
];

/** The ledger's totals by kind of account, against the reserves report (docs/DECISIONS.md 1.8). */
export function Totals({ books: { totals, reserves } }: { books: Transparency }) {
  const rows = compare({ totals, reserves });
  const owed = rows.reduce((sum, { books }) => sum + books, 0n);
  // All liabilities came from outside, so the books sum to zero.
  const balanced = owed + unitsOf(totals.external ?? "0") === 0n;
  return (
    <section aria-labelledby="totals">
      <h2 id="totals">Totals</h2>
      <p className={classes.lead}>
        {balanced
          ? "All accounts together hold exactly what came in from the chain, minus what went out."
          : "The accounts don't hold what came in from the chain. The operator has been notified."}{" "}
        <Checked
          at={reserves.checkedAt}
          text={(passed) => `The reserves report is slightly older: checked ${passed} ago.`}
        />
      </p>
      <Table label="Totals by kind of account" columns={COLUMNS}>
        {rows.map(({ kind, name, books, counted }) => (
          <tr key={kind}>
            <Cell head>{name}</Cell>
            <Cell figure label="Books">
              <Amount value={books} fixed exact plain />
            </Cell>
            <Cell figure label="Reserves">
              <Amount value={counted} fixed exact plain />
            </Cell>
          </tr>
        ))}
        <tr className={classes.sum}>
          <Cell head>Owed in all</Cell>
          <Cell figure label="Books">
            <Amount value={owed} fixed exact />
          </Cell>
          <Cell figure label="Reserves">
            <Amount value={reserves.liabilities.total} fixed exact />
          </Cell>
        </tr>
        <tr>
          <Cell head>
            <Link to="/reserves">Held on Solana</Link>
          </Cell>
          <Cell figure>
            <span className={classes.quiet}>see the proof of reserves</span>
          </Cell>
          <Cell figure label="Reserves">
            <Amount value={reserves.onChain.total} fixed exact unit="SOL" />
          </Cell>
        </tr>
      </Table>
    </section>
  );
}
