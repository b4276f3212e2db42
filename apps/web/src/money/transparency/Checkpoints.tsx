import type { LogNotes, TransparencyCheckpoint } from "@bbux/contract";
import { Amount } from "../../components/Amount.tsx";
import { CopyLine } from "../../components/CopyLine.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Cell, Table } from "../../components/Table.tsx";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { numberText } from "../../lib/locale.ts";
import { TransactionLink } from "../solana/index.ts";
import classes from "./Transparency.module.css";

const WITNESSES = { label: "Witnesses" };
const COLUMNS = [
  { label: "Day (UTC)" },
  { label: "Entries up to", figure: true },
  { label: "Members", figure: true },
  { label: "Owed to members", figure: true },
  { label: "Root of the balances" },
  { label: "Signature" },
];

/** The latest checkpoints, newest first: what was signed at the end of each day. */
export function Checkpoints({
  checkpoints,
  notes,
}: {
  checkpoints: readonly TransparencyCheckpoint[];
  notes: LogNotes;
}) {
  const cosigned = new Map(notes.latest.map((note) => [note.day, note.cosigned]));
  const isWitnessed = notes.witnesses.length > 0 || notes.latest.some((note) => note.cosigned.length > 0);
  return (
    <section aria-labelledby="checkpoints">
      <h2 id="checkpoints">Checkpoints</h2>
      <p className={classes.lead}>
        Once a day, the platform signs the end of the chain, the totals, and the root of a tree of everything members
        are owed. Nothing that's signed can be changed later.
      </p>
      {isWitnessed && (
        <p className={classes.lead}>
          Independent witnesses then check that the new checkpoint only adds to the one they saw before, and sign it as
          well. So the platform can't show different books to different people.
        </p>
      )}
      <Anchored notes={notes} />
      {checkpoints.length === 0 ? (
        <EmptyState title="No checkpoint yet">The first is signed after the first whole day (UTC).</EmptyState>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        <section className={classes.scroll} tabIndex={0} aria-label="The latest checkpoints">
          <Table label="Checkpoints" columns={isWitnessed ? [...COLUMNS, WITNESSES] : COLUMNS}>
            {checkpoints.map(({ day, seq, members, liabilities, root, signature }) => (
              <tr key={day}>
                <Cell head>
                  <span className={classes.short}>{day}</span>
                </Cell>
                <Cell figure label="Entries up to">
                  {numberText(seq)}
                </Cell>
                <Cell figure label="Members">
                  {numberText(members)}
                </Cell>
                <Cell figure label="Owed to members">
                  <Amount value={liabilities} fixed exact plain />
                </Cell>
                <Cell label="Root of the balances">
                  <Short value={root} label={`Copy root of ${day}`} />
                </Cell>
                <Cell label="Signature">
                  <Short value={signature} label={`Copy signature of ${day}`} />
                </Cell>
                {isWitnessed && (
                  <Cell label={WITNESSES.label}>
                    {(cosigned.get(day) ?? []).map(({ name }) => name).join(", ") || "None yet"}
                  </Cell>
                )}
              </tr>
            ))}
          </Table>
        </section>
      )}
    </section>
  );
}

/** Where the latest root that is on the chain was written. */
function Anchored({ notes: { latest } }: { notes: LogNotes }) {
  const note = latest.find(({ anchor }) => anchor !== null);
  if (!note?.anchor) return null;
  const { signature, at } = note.anchor;
  return (
    <p className={classes.lead}>
      The checkpoint of {note.day} was written to Solana on {exactTime(at)}. The transaction moves no money. Its memo is
      a fingerprint of the whole log, which no one can change there. <TransactionLink signature={signature} />
    </p>
  );
}

/** The beginning of a long value, which can be copied whole. */
export function Short({ value, label }: { value: string; label: string }) {
  return (
    <CopyLine value={value} label={label}>
      <code title={value} className={classes.short}>
        {value.slice(0, 10)}…
      </code>
    </CopyLine>
  );
}
