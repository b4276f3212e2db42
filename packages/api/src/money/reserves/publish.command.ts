import type { Reserves } from "@bbux/contract";
import { DAY_MS, formatAmount, parseAmount } from "@bbux/contract";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { closeAlert, raiseAlert } from "../chain/index.ts";
import { scanHotWallet, stopWithdrawals } from "../hot-wallet/index.ts";
import { measureReserves } from "./measure.ts";

const POLLS = 3;
const PAUSE_MS = 700;
const KEPT_DAYS = 90;
/** Reports of the same shortfall after which payments stop. */
const REPORTS = 3;

/**
 * Measures the reserves and publishes the report. A posting between reading the chain and reading the books can cause a
 * mismatch, so one is published only if it persists. Reserves that stay short stop payments.
 * @throws ChainError, WrongChainError
 */
export async function publishReserves(
  services: Pick<Services, "db" | "chain" | "now" | "failpoint" | "platformWallet">,
): Promise<Reserves> {
  let report = await measureReserves(services);
  for (let look = 1; report.status === "mismatch" && look < POLLS; look++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    // A full read finds what a short list of signatures may have left out.
    await scanHotWallet(services, "start");
    report = await measureReserves(services);
  }
  if (report.status === "mismatch") {
    const detail = `The chain holds ${report.unexplained} SOL more than the books explain`;
    await raiseAlert(services, { kind: "reserves_mismatch", subject: "reserves", detail });
    await stopIfShort(services, report);
  } else {
    await closeAlert(services, "reserves_mismatch", "reserves");
    // What was missing is back, so the next shortfall is a new one.
    await sql`
      update chain_state set shortfall = 0, shortfall_reports = 0, stopped_at_shortfall = 0
       where shortfall_reports > 0 or stopped_at_shortfall > 0`.execute(services.db);
  }
  await keep(services, report);
  return report;
}

/**
 * Stops payments when the chain holds less than the books explain, by the same amount in three reports in a row: a node
 * that lags or lies for a moment shows another difference each time. A shortfall stops them once, so that an operator
 * who knows of it can resume; one that has grown stops them again.
 */
async function stopIfShort(services: Pick<Services, "db" | "now">, { unexplained }: Reserves): Promise<void> {
  const short = unexplained.startsWith("-") ? (parseAmount(unexplained.slice(1)) ?? 0n) : 0n;
  if (short === 0n) return;
  const { rows } = await sql<{ stops: boolean }>`
    update chain_state set shortfall = ${short.toString()}::bigint,
      shortfall_reports = case when shortfall = ${short.toString()}::bigint then least(shortfall_reports + 1, ${REPORTS}) else 1 end
    returning shortfall_reports = ${REPORTS} and shortfall > stopped_at_shortfall as stops`.execute(services.db);
  if (!rows[0]?.stops) return;
  await sql`update chain_state set stopped_at_shortfall = shortfall`.execute(services.db);
  await stopWithdrawals(services, `The chain holds ${formatAmount(short)} SOL less than the books explain`);
}

/** Adds a row when something changed, otherwise only updates the time of the last one. */
async function keep({ db }: Pick<Services, "db">, report: Reserves): Promise<void> {
  const { checkedAt, slot, ...facts } = report;
  await sql`
    with latest as (select id, report from reserve_reports order by checked_at desc limit 1),
    same as (
      update reserve_reports r set checked_at = ${checkedAt}, report = ${JSON.stringify(report)}::jsonb
        from latest l where r.id = l.id and l.report - 'checkedAt' - 'slot' = ${JSON.stringify(facts)}::jsonb
      returning r.id
    )
    insert into reserve_reports (report, checked_at)
    select ${JSON.stringify(report)}::jsonb, ${checkedAt} where not exists (select from same)`.execute(db);
}

/** Removes reports that are too old to matter. */
export async function removeOldReports(db: Services["db"], now: Date): Promise<void> {
  await db
    .deleteFrom("reserve_reports")
    .where("checked_at", "<", new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    .execute();
}
