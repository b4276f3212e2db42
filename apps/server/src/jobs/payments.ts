import { setTimeout as sleep } from "node:timers/promises";
import { drivePayments, type Services } from "@bbux/api";
import { ChainError } from "@bbux/chain";
import type { FastifyBaseLogger } from "fastify";
import type { PgBoss } from "pg-boss";

const QUEUE = "withdrawals";
/** One job follows payments for so long, then leaves the rest to the next. */
const SHIFT_MS = 30_000;
const CHAIN_AWAY_MS = 2_000;

/** One job waits at most; any number may run, for each step is decided by the database and the chain. */
export async function createPaymentQueue(boss: PgBoss): Promise<void> {
  await boss.createQueue(QUEUE, { policy: "short", retryLimit: 0, expireInSeconds: 300 });
  // Whatever became of the job that should have gone on with a payment, a minute later there is another.
  await boss.schedule(QUEUE, "* * * * *", {});
}

/** Follows every payment that is open until none is (DECISIONS 1.10). */
export async function workOnPayments(boss: PgBoss, services: Services, log: FastifyBaseLogger): Promise<void> {
  await boss.work(QUEUE, { pollingIntervalSeconds: 0.5 }, async ([job]) => {
    const end = Date.now() + SHIFT_MS;
    for (;;) {
      const open = await drive(services, log);
      if (open === 0) return;
      if (Date.now() > end || job?.signal.aborted) break;
      await sleep(open === null ? CHAIN_AWAY_MS : services.money.pollMs);
    }
    await boss.send(QUEUE, {}, { startAfter: 1 });
  });
  // What a process that was killed has left behind.
  await boss.send(QUEUE, {});
}

/** @returns how many are open, null when the chain does not answer or a payment cannot be followed: both are tried again */
async function drive(services: Services, log: FastifyBaseLogger): Promise<number | null> {
  try {
    return await drivePayments(services);
  } catch (err) {
    if (err instanceof ChainError) log.warn({ err }, "payments wait for the chain");
    else log.error({ err }, "payments go on after a fault");
    return null;
  }
}
