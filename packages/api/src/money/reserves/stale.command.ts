import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { closeAlert, raiseAlert } from "../chain/index.ts";

/** Twice as long as the watcher waits when nothing changes. */
const STALE_MS = 60_000;

/** @returns whether a report is so old that the comparison doesn't work */
export function isStale(checkedAt: Date, now: Date): boolean {
  return now.getTime() - checkedAt.getTime() > STALE_MS;
}

/**
 * Alerts operators when the latest reserves report is older than a minute, or there is none although there have been members for
 * that long; closes the alert otherwise.
 */
export async function watchReportAge(services: Pick<Services, "db" | "now" | "databaseNow">): Promise<void> {
  const now = await services.databaseNow();
  const { rows } = await sql<{ since: Date | null }>`
    select coalesce((select max(checked_at) from reserve_reports), (select min(created_at) from users)) as since`.execute(
    services.db,
  );
  const since = rows[0]?.since ?? null;
  if (since === null || !isStale(since, now)) return void (await closeAlert(services, "reserves_stale", "reserves"));
  const detail = `Reserves and liabilities were last compared before ${since.toISOString()}`;
  await raiseAlert(services, { kind: "reserves_stale", subject: "reserves", detail });
}
