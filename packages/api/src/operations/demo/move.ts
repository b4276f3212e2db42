import { DAY_MS } from "@bbux/contract";
import { sql } from "kysely";
import { payRewards } from "../../governance/rewards/index.ts";
import type { Services } from "../../platform/context/index.ts";
import type { Move, Trx } from "./written.ts";

/** Runs the moves in chronological order, and dates them in the ledger and the public log, unless these have begun already. */
export async function move(trx: Trx, moves: readonly Move[]): Promise<void> {
  const begun = await sql`select 1 from transparency_sealed limit 1`.execute(trx);
  const setTime = (at: string) => sql`select set_config('bbux.ledger_time', ${at}, true)`.execute(trx);
  for (const { at, run } of moves.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (begun.rows.length === 0) await setTime(at.toISOString());
    await run();
  }
  await setTime("");
}

/** The staking rewards of the days until now, each paid soon after its end, as the platform does. */
export function dailyRewards(
  trx: Trx,
  needs: Pick<Services, "parameterDefaults" | "failpoint">,
  { from, until }: { readonly from: Date; readonly until: Date },
): Move[] {
  const midnight = until.getTime() - (until.getTime() % DAY_MS);
  const days = Math.ceil((midnight - from.getTime()) / DAY_MS);
  return Array.from({ length: days }, (_, back) => {
    const at = new Date(Math.min(midnight - back * DAY_MS + DAY_MS / 100, until.getTime()));
    return { at, run: () => payRewards({ ...needs, db: trx, now: () => at }) };
  });
}
