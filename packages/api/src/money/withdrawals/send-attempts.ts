import { ChainError } from "@bbux/chain";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { chainState } from "../chain/index.ts";
import type { Attempt } from "./attempts.sql.ts";
import { passFailpoint } from "./finalize-attempt.ts";

/** How long a transaction may leave no trace before the same bytes are sent again. */
const RESEND_MS = 2_000;

/** Sends attempts, several at a time, and records each handful together. */
export async function sendAttempts(services: Services, attempts: readonly Attempt[]): Promise<void> {
  const now = services.now().getTime();
  // Works even if clocks were changed.
  const due = attempts.filter(({ sentAt }) => !sentAt || Math.abs(now - sentAt.getTime()) >= RESEND_MS);
  const { concurrency } = services.money;
  for (let from = 0; from < due.length; from += concurrency) {
    // Checked each time, because the stop may come while the chain is slow to answer.
    if ((await chainState(services.db)).withdrawalsStopped) return;
    await sendSome(services, due.slice(from, from + concurrency));
  }
}

/**
 * Whatever these calls return, the transactions may land; only their status shows that.
 * @throws the first failure that isn't the chain's, after all are sent and those without one are recorded
 */
async function sendSome(services: Services, attempts: readonly Attempt[]): Promise<void> {
  const at = services.now();
  const sent: Attempt[] = [];
  let failed: unknown;
  const results = await Promise.allSettled(attempts.map(({ bytes }) => services.chain.send(bytes)));
  for (const [nth, attempt] of attempts.entries()) {
    const result = results[nth];
    if (result?.status === "rejected" && !(result.reason instanceof ChainError)) failed ??= result.reason;
    else sent.push(attempt);
  }
  for (const attempt of sent) await passFailpoint(services, attempt, "withdrawal.sent");
  await record(services.db, sent, at);
  for (const attempt of sent) await passFailpoint(services, attempt, "withdrawal.recorded");
  if (failed) throw failed;
}

async function record(db: Services["db"], sent: readonly Attempt[], at: Date): Promise<void> {
  const withdrawals = sent.flatMap(({ subject: { kind, id } }) => (kind === "withdrawal" ? [id] : []));
  // Rows are locked by ascending id, withdrawals first, so that two workers that send the same can't wait for each other.
  await db.transaction().execute(async (trx) => {
    await sql`
      with signed as (
        select id from withdrawals where id = any (${withdrawals}::bigint[]) and state = 'SIGNED' order by id for no key update)
      update withdrawals w set state = 'SENT', updated_at = ${at} from signed where w.id = signed.id`.execute(trx);
    await sql`
      with open as (
        select id from payment_attempts
         where id = any (${sent.map(({ id }) => id)}::bigint[]) and state in ('SIGNED', 'SENT') order by id for no key update)
      update payment_attempts p set state = 'SENT', sent_at = ${at}, updated_at = ${at} from open where p.id = open.id`.execute(
      trx,
    );
  });
}
