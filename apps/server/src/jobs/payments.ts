import { setTimeout as sleep } from "node:timers/promises";
import { processPayments, type Services } from "@bbux/api";
import { ChainError, SignerError } from "@bbux/chain";
import type { FastifyBaseLogger } from "fastify";
import { defineJob, type MoneyNeeds, noPayload } from "./define-job.ts";

/** How long one run follows payments before it leaves the rest to the next. */
const SHIFT_MS = 30_000;
const CHAIN_AWAY_MS = 2_000;

/** Follows open payments until none is left (docs/DECISIONS.md 1.10). */
export const followPayments = defineJob({
  name: "withdrawals",
  payload: noPayload,
  // Whatever happened to the run that should continue a payment, the next starts within a minute.
  schedule: "* * * * *",
  // Picks up what a killed process left behind.
  isQueuedAtStart: true,
  // At most one waits; any number may run, because the database and the chain decide each step.
  queue: { policy: "short", retryLimit: 0, expireInSeconds: 300 },
  pollSeconds: 0.5,
  run: async ({ services, log }: MoneyNeeds, _payload, { signal, again }) => {
    const end = Date.now() + SHIFT_MS;
    for (;;) {
      const open = await drive(services, log);
      if (open === 0) return;
      if (Date.now() > end || signal.aborted) break;
      await sleep(open === null ? CHAIN_AWAY_MS : services.money.pollMs);
    }
    await again(1);
  },
});

/** @returns how many are open; null when the chain doesn't answer or a payment can't be followed, which is retried */
async function drive(services: Services, log: FastifyBaseLogger): Promise<number | null> {
  try {
    return await processPayments(services);
  } catch (err) {
    if (err instanceof ChainError) log.warn({ err }, "payments wait for the chain");
    else if (err instanceof SignerError) log.warn({ err }, "payments wait for the signer");
    else log.error({ err }, "payments go on after a fault");
    return null;
  }
}
