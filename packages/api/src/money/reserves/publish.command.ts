import type { Reserves } from "@bbux/contract";
import { DAY_MS } from "@bbux/contract";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { closeAlert, raiseAlert } from "../chain/index.ts";
import { scanHotWallet } from "../hot-wallet/index.ts";
import { measureReserves } from "./measure.ts";

const POLLS = 3;
const PAUSE_MS = 700;
const KEPT_DAYS = 90;

/**
 * Measures the reserves and publishes the report. A posting between reading the chain and reading the books can cause a
 * mismatch, so one is published only if it persists.
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
  } else await closeAlert(services, "reserves_mismatch", "reserves");
  await keep(services, report);
  return report;
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
