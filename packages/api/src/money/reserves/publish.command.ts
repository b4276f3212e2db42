import type { ReserveReport } from "@bbux/contract";
import { DAY_MS, formatAmount, parseAmount } from "@bbux/contract";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { closeAlert, raiseAlert } from "../chain/index.ts";
import { areKeysKnown, scanHotWallet, stopWithdrawals } from "../hot-wallet/index.ts";
import { measureReserves } from "./measure.ts";

const POLLS = 3;
const PAUSE_MS = 700;
const KEPT_DAYS = 90;
/** How many reports in a row must find the chain short, and for how long (ms), before payments stop. */
const REPORTS = 3;
const LASTING_MS = 60_000;

/**
 * Measures the reserves and publishes the report. A posting between reading the chain and reading the books can cause a
 * mismatch, so one is published only if it persists. Reserves that stay short stop payments. Nothing is published while the
 * books may lack a hot wallet.
 * @param pauseMs before a difference is looked at again
 * @throws ChainError, WrongChainError
 */
export async function publishReserves(
  services: Parameters<typeof measureReserves>[0] & Pick<Services, "databaseNow">,
  pauseMs = PAUSE_MS,
): Promise<ReserveReport> {
  let report = await measureReserves(services);
  // The SOL in a hot wallet that restored books don't know yet would look like a loss.
  if (!(await areKeysKnown(services.db))) return report;
  for (let look = 1; report.status === "mismatch" && look < POLLS; look++) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    // A full read finds what a short list of signatures may have left out.
    await scanHotWallet(services, "start");
    report = await measureReserves(services);
  }
  const short = report.unexplained.startsWith("-") ? (parseAmount(report.unexplained.slice(1)) ?? 0n) : 0n;
  if (report.status === "mismatch") {
    const difference = short > 0n ? `${formatAmount(short)} SOL less` : `${report.unexplained} SOL more`;
    const detail = `The chain holds ${difference} than the books explain`;
    await raiseAlert(services, { kind: "reserves_mismatch", subject: "reserves", detail });
  } else await closeAlert(services, "reserves_mismatch", "reserves");
  if (short > 0n) await stopIfShort(services, short);
  else await noShortfall(services);
  await keep(services, report);
  await closeAlert(services, "reserves_stale", "reserves");
  return report;
}

/**
 * Stops payments when every report of at least a minute found the chain short; a node that lags for a moment doesn't. A
 * shortfall stops them once, so that an operator who knows of it can resume; one that has grown stops them again.
 */
async function stopIfShort(services: Pick<Services, "db" | "now" | "databaseNow">, short: bigint): Promise<void> {
  const lasting = await lastingShortfall(services, short);
  if (lasting === null) return;
  const detail = `The chain holds ${formatAmount(lasting)} SOL less than the books explain`;
  if (!(await stopWithdrawals(services, detail))) return;
  await sql`update chain_state set stopped_at_shortfall = ${lasting.toString()}::bigint`.execute(services.db);
}

/**
 * Adds a report to the period that is being watched, and begins a new one when it is over.
 * @param short base units
 * @returns the smallest shortfall of a period that is over, if payments haven't been stopped for it yet
 */
async function lastingShortfall(
  { db, databaseNow }: Pick<Services, "db" | "databaseNow">,
  short: bigint,
): Promise<bigint | null> {
  const at = await databaseNow();
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom("chain_state")
      .select(["shortfall", "shortfall_reports", "shortfall_since", "stopped_at_shortfall"])
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const since = before.shortfall_since ?? at;
    const reports = before.shortfall_reports + 1;
    const known = BigInt(before.shortfall);
    const least = before.shortfall_reports > 0 && known < short ? known : short;
    const isOver = reports >= REPORTS && at.getTime() - since.getTime() >= LASTING_MS;
    const stoppedAt = BigInt(before.stopped_at_shortfall);
    await trx
      .updateTable("chain_state")
      .set({
        shortfall: least.toString(),
        shortfall_reports: isOver ? 0 : reports,
        shortfall_since: isOver ? null : since,
        // Part of what was missing is back, so less than before is news.
        ...(isOver && least < stoppedAt && { stopped_at_shortfall: least.toString() }),
      })
      .execute();
    return isOver && least > stoppedAt ? least : null;
  });
}

/** Forgets the shortfall: there is none, so the next one is a new one. */
async function noShortfall({ db }: Pick<Services, "db">): Promise<void> {
  await sql`
    update chain_state set shortfall = 0, shortfall_reports = 0, shortfall_since = null, stopped_at_shortfall = 0
     where shortfall_reports > 0 or stopped_at_shortfall > 0`.execute(db);
}

/** Adds a row when something changed, otherwise only updates the time of the last one. */
async function keep({ db, databaseNow }: Pick<Services, "db" | "databaseNow">, report: ReserveReport): Promise<void> {
  const { checkedAt, slot, ...facts } = report;
  // Its age is compared by other processes.
  const at = await databaseNow();
  await sql`
    with latest as (select id, report from reserve_reports order by checked_at desc limit 1),
    same as (
      update reserve_reports r set checked_at = ${at}, report = ${JSON.stringify(report)}::jsonb
        from latest l where r.id = l.id and l.report - 'checkedAt' - 'slot' = ${JSON.stringify(facts)}::jsonb
      returning r.id
    )
    insert into reserve_reports (report, checked_at)
    select ${JSON.stringify(report)}::jsonb, ${at} where not exists (select from same)`.execute(db);
}

/** Removes reports that are too old to matter. */
export async function removeOldReports(db: Services["db"], now: Date): Promise<void> {
  await db
    .deleteFrom("reserve_reports")
    .where("checked_at", "<", new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    .execute();
}
