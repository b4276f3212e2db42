import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  checkWitness,
  expireRequests,
  fundLocalChain,
  openAlerts,
  planCold,
  planSweeps,
  publishReserves,
  recheckWaiting,
  registerColdWallet,
  type Services,
  scanColdWallets,
  scanHotWallet,
  watchExpected,
  watchRound,
} from "@bbux/api";
import { ChainError } from "@bbux/chain";
import { holdLease, releaseLease } from "@bbux/db";
import { postingsMarkSql } from "@bbux/ledger";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import { pacer } from "./pacer.ts";

const LEASE = { name: "watcher", seconds: 15 };
/** How long this process waits before it tries to take over from another. */
const IDLE_MS = 2_000;
/** Between two checks of expected deposits, and between two rounds. */
const POLL_MS = 1_000;
const ROUND_MS = 5_000;
const HOT_MS = 2_000;
const REPORT_MS = { changed: 2_000, unchanged: 30_000 };
const ALERTS_MS = 5_000;
const WITNESS_MS = 10_000;
const CHAIN_AWAY_MS = 2_000;

export interface Watcher {
  stop(): Promise<void>;
}

/**
 * Watches the chain for deposits, in one process at a time: expected ones within seconds, every address within the
 * round that the budget of calls allows (docs/OPERATIONS.md). It keeps no state: the next watcher finds
 * whatever isn't booked yet.
 */
export function startWatcher(services: Services, log: FastifyBaseLogger): Watcher {
  const holder = randomUUID();
  const stopped = new AbortController();
  const pace = pacer(services.money.watchCallsPerSecond, stopped.signal);
  const chores = createChores(services, pace, log);
  const goOn = async () => !stopped.signal.aborted && (await holdLease(services.db, LEASE.name, holder, LEASE.seconds));

  // A round that ends with a failed call is continued, not restarted.
  const place = { after: "0" };
  let funded = services.chainRpc.cluster !== "local";
  const turn = async () => {
    if (!(await goOn())) return rest(IDLE_MS, stopped.signal);
    if (!funded) await fundLocalChain(services);
    funded = true;
    const begun = Date.now();
    const between = async () => {
      await chores();
      return goOn();
    };
    await chores();
    await watchRound(services, pace, between, place);
    while (Date.now() - begun < ROUND_MS && (await goOn())) {
      await rest(POLL_MS, stopped.signal);
      await chores();
    }
  };
  const loop = (async () => {
    while (!stopped.signal.aborted) {
      try {
        await turn();
      } catch (err) {
        // Whatever happened, watching continues, because no one else does it.
        complain(log, err);
        await rest(CHAIN_AWAY_MS, stopped.signal);
      }
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await loop;
      await releaseLease(services.db, LEASE.name, holder).catch((err: unknown) => log.warn({ err }, "lease"));
    },
  };
}

/** What is done between the pages of a round, each at its own interval. A failure doesn't hold up the others. */
function createChores(services: Services, pace: () => Promise<void>, log: FastifyBaseLogger): () => Promise<void> {
  let reported = "";
  // Half of the budget, so announced deposits, however many, can't stop the rounds over all addresses.
  const expected = { most: Math.max(1, services.money.watchCallsPerSecond / 2), place: { after: "0" } };
  let known = new Set<string>();
  const every = (milliseconds: () => Promise<number> | number, work: () => Promise<unknown>) => {
    let last = 0;
    return async () => {
      if (Date.now() - last < (await milliseconds())) return;
      last = Date.now();
      await work().catch((err: unknown) => complain(log, err));
    };
  };
  const chores = [
    every(
      () => POLL_MS,
      () => watchExpected(services, pace, expected),
    ),
    every(
      () => HOT_MS,
      () => scanHotWallet(services),
    ),
    every(
      () => HOT_MS,
      async () => {
        await expireRequests(services);
        if ((await planSweeps(services)) > 0) await services.enqueue("withdrawals", {});
      },
    ),
    every(
      () => HOT_MS,
      async () => {
        await registerColdWallet(services);
        await scanColdWallets(services);
        if (await planCold(services)) await services.enqueue("withdrawals", {});
      },
    ),
    every(
      () => HOT_MS,
      () => recheckWaiting(services),
    ),
    every(
      () => WITNESS_MS,
      () => checkWitness(services),
    ),
    every(
      async () => ((await postings(services)) === reported ? REPORT_MS.unchanged : REPORT_MS.changed),
      async () => {
        const posted = await postings(services);
        await publishReserves(services);
        reported = posted;
      },
    ),
    every(
      () => ALERTS_MS,
      async () => {
        const open = await openAlerts(services.db);
        for (const { kind, subject, detail } of open) {
          if (!known.has(`${kind} ${subject}`)) log.error({ kind, subject }, `alert: ${detail}`);
        }
        known = new Set(open.map(({ kind, subject }) => `${kind} ${subject}`));
      },
    ),
  ];
  return async () => {
    for (const chore of chores) await chore();
  };
}

function complain(log: FastifyBaseLogger, err: unknown): void {
  if (err instanceof ChainError) log.warn({ err }, "the watcher waits for the chain");
  else log.error({ err }, "the watcher goes on after a fault");
}

/** Changes with every posting. */
async function postings({ db }: Services): Promise<string> {
  const { rows } = await sql<{ mark: string | null }>`select ${postingsMarkSql()} as mark`.execute(db);
  return rows[0]?.mark ?? "";
}

/** Ends early on abort. */
async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
