import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { eachDue, withEffects } from "../../platform/transactions/index.ts";
import { closeAccount } from "./close.command.ts";
import { lockAccount, requireMayClose } from "./may-close.query.ts";

const BATCH_SIZE = 100;

type Needs = Pick<Services, "db" | "signals" | "now" | "verifiesEmail">;

/**
 * Closes the accounts whose days are over by the database's clock, each in a transaction of its own, under the lock that keeping it
 * takes. One that may not be closed now, because it was frozen or suspended since, waits until it may.
 * @returns how many
 * @throws AggregateError of the failures, after all the others
 */
export async function finishClosings(services: Needs): Promise<number> {
  let closed = 0;
  const failures = await eachDue<string>({
    batchSize: BATCH_SIZE,
    async next(after) {
      const { rows } = await sql<{ id: string }>`
        select id::text as id from users where closes_at <= clock_timestamp() and id > ${after ?? "0"}
         order by users.id limit ${BATCH_SIZE}`.execute(services.db);
      return rows.map(({ id }) => id);
    },
    async run(id) {
      if (await finish(services, id)) closed += 1;
    },
  });
  const faults = failures.filter((error) => !(error instanceof AppError));
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} accounts could not be closed`);
  return closed;
}

function finish(services: Needs, member: string): Promise<boolean> {
  const at = services.now();
  return withEffects(services, async (trx, effects) => {
    const account = await lockAccount(trx, member);
    const { rows } = await sql`
      select from users where id = ${member} and closes_at <= clock_timestamp()`.execute(trx);
    // Kept or closed since.
    if (rows.length === 0) return false;
    await requireMayClose(trx, account, at);
    await closeAccount(trx, effects, services, { member, from: null, at });
    return true;
  });
}
