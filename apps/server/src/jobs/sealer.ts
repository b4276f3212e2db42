import { setTimeout as sleep } from "node:timers/promises";
import { type Services, sealLog } from "@bbux/api";
import type { FastifyBaseLogger } from "fastify";

/** A fifth of the time that a line may wait (docs/DECISIONS.md 1.12). */
const EVERY_MS = 1_000;

export interface Sealer {
  stop(): Promise<void>;
}

/**
 * Seals the transparency log as it grows. It runs in every process: the first one seals, the others find nothing to do,
 * and if one is killed another takes over a second later.
 */
export function startSealer(services: Pick<Services, "db">, log: FastifyBaseLogger): Sealer {
  const stopped = new AbortController();
  const loop = (async () => {
    while (!stopped.signal.aborted) {
      await sealLog(services).catch((err: unknown) => log.error({ err }, "the transparency log waits to be sealed"));
      await sleep(EVERY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await loop;
    },
  };
}
