import type { SignatureStatus } from "@bbux/chain";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { closeAlert, raiseAlert } from "../chain/alerts.commands.ts";
import { demandSameChain } from "../chain/same-chain.ts";
import { chainState } from "../chain/state.queries.ts";
import { type Attempt, openAttempts } from "./attempts.sql.ts";
import { follow, type Sight } from "./follow.ts";
import { signWaiting } from "./sign.ts";

/** Signatures in one question to the chain. */
const AT_ONCE = 256;
/** What takes longer than this is told to operators. */
const STUCK_MS = 15 * 60_000;

/**
 * Takes every open withdrawal and sweep one step further: one question for the statuses of all, then what each needs. Safe
 * to run in several processes at once and to be killed anywhere: each step is decided by the database and the chain.
 * @returns how many are still open
 * @throws ChainError when the chain cannot be asked; nothing is lost by that
 */
export async function drivePayments(services: Services): Promise<number> {
  await demandSameChain(services);
  const { withdrawalsStopped } = await chainState(services.db);
  let failed: unknown;
  const sign = async () => {
    if (withdrawalsStopped) return;
    await signWaiting(services);
    // What has just been stored is sent at once.
    await followAll(services);
  };
  // A payment that cannot be followed keeps none from being signed.
  for (const step of [() => followAll(services), sign, () => tellOfStuck(services)]) {
    try {
      await step();
    } catch (error) {
      failed ??= error;
    }
  }
  if (failed) throw failed;
  return countOpen(services, withdrawalsStopped !== null);
}

/** In portions: however many are open, the newest has its turn, too. */
async function followAll(services: Services): Promise<void> {
  let failed: unknown;
  let after = "0";
  for (;;) {
    const attempts = await openAttempts(services.db, AT_ONCE, after);
    const last = attempts.at(-1);
    if (!last) break;
    try {
      await followSome(services, attempts);
    } catch (error) {
      failed ??= error;
    }
    after = last.id;
  }
  if (failed) throw failed;
}

async function followSome(services: Services, attempts: readonly Attempt[]): Promise<void> {
  const signatures = attempts.map(({ signature }) => signature);
  // The height first: a signature that is unknown after the height has passed was unknown when it passed.
  const finalizedHeight = await services.chain.finalizedBlockHeight();
  const known = await services.chain.statuses(signatures);
  const statuses = new Map<string, SignatureStatus | null>(
    signatures.map((signature, index) => [signature, known[index] ?? null]),
  );
  const sight: Sight = { statuses, finalizedHeight };
  let failed: unknown;
  for (const attempt of attempts) {
    try {
      await follow(services, attempt, sight);
    } catch (error) {
      // What is wrong with one does not keep the others waiting.
      failed ??= error;
    }
  }
  if (failed) throw failed;
}

/** Those that somebody can do something about: while payments are stopped, what was never sent waits for the operator. */
async function countOpen({ db }: Services, stopped: boolean): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from payment_attempts where state in ('SIGNED', 'SENT'))::int
         + case when ${stopped} then 0 else (select count(*) from withdrawals where state = 'REQUESTED')::int
             + (select count(*) from sweeps where state = 'OPEN')::int end as n`.execute(db);
  return rows[0]?.n ?? 0;
}

async function tellOfStuck(services: Services): Promise<void> {
  const { rows } = await sql<{ id: string; open: boolean; state: string }>`
    (select w.id::text, w.state, true as open from withdrawals w
      where w.state in ('REQUESTED', 'SIGNED', 'SENT') and w.created_at < ${new Date(services.now().getTime() - STUCK_MS)}
      order by w.id limit 100)
    union all
    (select w.id::text, w.state, false from alerts a join withdrawals w on w.id = a.subject::bigint
      where a.kind = 'withdrawal_stuck' and a.closed_at is null and w.state in ('FINALIZED', 'REFUNDED')
      order by a.id limit 100)`.execute(services.db);
  for (const { id, open, state } of rows) {
    if (open) {
      const detail = `Withdrawal ${id} is ${state} for more than ${STUCK_MS / 60_000} minutes`;
      await raiseAlert(services, { kind: "withdrawal_stuck", subject: id, detail });
    } else await closeAlert(services, "withdrawal_stuck", id);
  }
}
