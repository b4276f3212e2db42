import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { type Effects, eachDue, withEffects } from "../../platform/transactions/index.ts";
import { endAppeal } from "./appeal.command.ts";
import { decide } from "./decide.command.ts";
import { lockRequest } from "./lock.query.ts";
import { outcomeAtEnd } from "./refunds.rules.ts";

const BATCH_SIZE = 100;

/**
 * Decides every request whose 48 hours are over by its votes, and ends every appeal that has been undecided for 7 days.
 * Each has its own transaction, under the locks that votes and moderators take. A failure doesn't hold up the others.
 * @returns how many were decided
 * @throws AggregateError of the failures, after all the others
 */
export async function decideDueRefunds(services: Pick<Services, "db" | "signals" | "now">): Promise<number> {
  let decided = 0;
  const failures = await eachDue<string>({
    batchSize: BATCH_SIZE,
    next: (after) => dueAfter(services, after ?? "0"),
    async run(id) {
      if (await withEffects(services, (trx, effects) => end(trx, effects, id, services.now()))) decided++;
    },
  });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} refunds could not be decided`);
  return decided;
}

/** Each half has its own partial index over what is open. */
async function dueAfter({ db, now }: Pick<Services, "db" | "now">, after: string): Promise<string[]> {
  const at = now();
  const { rows } = await sql<{ id: string }>`
    select id::text from (
      select id from refund_requests where status = 'PENDING' and expires_at <= ${at}
      union select id from refund_requests where appeal_status = 'OPEN' and appeal_expires_at <= ${at}
    ) as due where id > ${after}::bigint order by due.id limit ${BATCH_SIZE}`.execute(db);
  return rows.map(({ id }) => id);
}

/** @returns false when another process has decided it first */
async function end(trx: Transaction<DB>, effects: Effects, id: string, at: Date): Promise<boolean> {
  const { post, request } = await lockRequest(trx, id);
  if (request.status === "PENDING" && request.expiresAt <= at) {
    await decide(trx, effects, { post, request, outcome: outcomeAtEnd(request), at });
    return true;
  }
  if (request.appealStatus === "OPEN" && request.appealExpiresAt !== null && request.appealExpiresAt <= at) {
    await endAppeal(trx, effects, { post, request, status: "LAPSED", by: null, note: null, at });
    return true;
  }
  return false;
}
