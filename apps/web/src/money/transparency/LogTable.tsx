import type { TransparencyEntry } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { bbux, unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { LogSays } from "../../components/LogSays.tsx";
import { logTypeLabel } from "../../components/logEntries.ts";
import pager from "../../components/Pager.module.css";
import { Cell, Table } from "../../components/Table.tsx";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { numberText } from "../../lib/locale.ts";
import { timeText } from "../../lib/time.ts";
import { trpc } from "../../lib/trpc.ts";
import { Short } from "./Checkpoints.tsx";
import { changesOf } from "./entryKinds.ts";
import classes from "./Transparency.module.css";
import { neighbours, pageOf } from "./transparency.search.ts";

const COLUMNS = [
  { label: "Place", figure: true },
  { label: "What" },
  { label: "Amount", figure: true },
  { label: "Moved" },
  { label: "When, and the hash" },
];

/** To the second, in the reader's zone, as short as a column needs. */
interface LogTableProps {
  /** The end of the chain. */
  readonly head: number;
  /** The newest line of the page; absent for the latest page. */
  readonly upTo: number | undefined;
}

/** The log in pages, newest first. */
export function LogTable({ head, upTo }: LogTableProps) {
  const newest = Math.min(upTo ?? head, head);
  const page = trpc.transparency.log.useQuery(pageOf(newest), {
    enabled: newest > 0,
    placeholderData: keepPreviousData,
    // Sealed lines never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section aria-labelledby="lines">
      <h2 id="lines">The log</h2>
      <p className={classes.lead}>
        Each line includes the hash of the one before. It names no one and shows amounts by kind of account.
      </p>
      {newest === 0 ? (
        <EmptyState title="No entries yet">The first movement of BBUX is the first line.</EmptyState>
      ) : page.error && !page.data ? (
        <ErrorBox
          error={page.error}
          fallback="We couldn't load the log"
          always
          onRetry={() => void page.refetch()}
          retrying={page.isFetching}
        />
      ) : page.data ? (
        <Table label="The log" columns={COLUMNS} stale={page.isPlaceholderData && upTo !== undefined}>
          {page.data.entries.toReversed().map((entry) => (
            <Row key={entry.seq} entry={entry} />
          ))}
        </Table>
      ) : (
        <Skeleton height={480} />
      )}
      {newest > 0 && <Steps newest={newest} head={head} />}
    </section>
  );
}

function Row({ entry }: { entry: TransparencyEntry }) {
  const moved = changesOf(entry.changes);
  return (
    <tr>
      <Cell figure label="Place">
        {numberText(entry.seq)}
      </Cell>
      <Cell head>
        {logTypeLabel(entry.type)}
        <LogSays type={entry.type} description={entry.description} className={classes.text} />
      </Cell>
      <Cell figure label="Amount">
        {unitsOf(entry.amount) > 0n ? <Amount value={entry.amount} fixed exact /> : <span aria-hidden="true">—</span>}
        {unitsOf(entry.feeAmount) > 0n && (
          <span className={classes.text}>
            fee <Amount value={entry.feeAmount} fixed exact plain />
          </span>
        )}
      </Cell>
      <Cell label="Moved">
        {moved.length === 0 ? (
          <span className={classes.quiet}>Nothing</span>
        ) : (
          <ul className={classes.moved}>
            {moved.map(({ kind, name, amount }) => (
              <li key={kind}>
                {name} {amount > 0n && "+"}
                {bbux(amount, { exact: true }).replace(" BBUX", "")}
              </li>
            ))}
          </ul>
        )}
      </Cell>
      <Cell label="When">
        <time dateTime={entry.createdAt} title={exactTime(entry.createdAt)} className={classes.when}>
          {timeText(entry.createdAt, "second")}
        </time>
        <Short value={entry.hash} label={`Copy hash of entry ${entry.seq}`} />
      </Cell>
    </tr>
  );
}

function Steps({ newest, head }: { newest: number; head: number }) {
  const { older, newer } = neighbours(newest, head);
  if (older === null && newer === null) return null;
  return (
    <nav className={classes.steps} aria-label="Pages of the log">
      {newer !== null && (
        <Link
          className={pager.page}
          to="/transparency"
          search={newer === head ? {} : { upTo: newer }}
          resetScroll={false}
        >
          <IconChevronLeft size={18} aria-hidden="true" />
          Newer
        </Link>
      )}
      {older !== null && (
        <Link className={pager.page} to="/transparency" search={{ upTo: older }} resetScroll={false}>
          Older
          <IconChevronRight size={18} aria-hidden="true" />
        </Link>
      )}
    </nav>
  );
}
