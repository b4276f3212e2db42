import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  expireRequests,
  fundLocalChain,
  holdLease,
  letGoOfLease,
  openAlerts,
  planSweeps,
  publishReserves,
  type Services,
  scanHotWallet,
  watchExpected,
  watchRound,
} from "@bbux/api";
import { ChainError } from "@bbux/chain";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import { pacer } from "./pacer.ts";

const LEASE = { name: "watcher", seconds: 15 };
/** How long another process is left to it before this one asks again. */
const IDLE_MS = 2_000;
/** Between two looks at what is expected, and between two rounds. */
const LOOK_MS = 1_000;
const ROUND_MS = 5_000;
const HOT_MS = 2_000;
const REPORT_MS = { changed: 2_000, unchanged: 30_000 };
const ALERTS_MS = 5_000;
const CHAIN_AWAY_MS = 2_000;

export interface Watcher {
  stop(): Promise<void>;
}

/**
 * Watches the chain for deposits, in one process at a time: expected ones within seconds, every address within the round
 * that the budget of calls allows (docs/OPERATIONS.md). It remembers nothing of its own: what is not in the books yet is
 * found again by whoever goes on.
 */
export function startWatcher(services: Services, log: FastifyBaseLogger): Watcher {
  const holder = randomUUID();
  const stopped = new AbortController();
  const pace = pacer(services.money.watchCallsPerSecond, stopped.signal);
  const chores = createChores(services, pace, log);
  const goOn = async () => !stopped.signal.aborted && (await holdLease(services.db, LEASE.name, holder, LEASE.seconds));

  // A round that a failing call ends is gone on with, not begun anew.
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
      await rest(LOOK_MS, stopped.signal);
      await chores();
    }
  };
  const loop = (async () => {
    while (!stopped.signal.aborted) {
      try {
        await turn();
      } catch (err) {
        // Whatever it was, deposits are looked for again: nobody else does.
        complain(log, err);
        await rest(CHAIN_AWAY_MS, stopped.signal);
      }
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await loop;
      await letGoOfLease(services.db, LEASE.name, holder).catch((err: unknown) => log.warn({ err }, "lease"));
    },
  };
}

/** What is done between the pages of a round, each as often as it needs. One that fails keeps none from its turn. */
function createChores(services: Services, pace: () => Promise<void>, log: FastifyBaseLogger): () => Promise<void> {
  let reported = "";
  // Half of the budget: however many say that something will come, the rounds over all addresses go on.
  const expected = { most: Math.max(1, services.money.watchCallsPerSecond / 2), place: { after: "0" } };
  let told = new Set<string>();
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
      () => LOOK_MS,
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
          if (!told.has(`${kind} ${subject}`)) log.error({ kind, subject }, `alert: ${detail}`);
        }
        told = new Set(open.map(({ kind, subject }) => `${kind} ${subject}`));
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

/**
 * Changes whenever something was posted. The newest ids alone do not tell: each connection has some in stock, so that a
 * later transfer may have a smaller one.
 */
async function postings({ db }: Services): Promise<string> {
  const { rows } = await sql<{ sum: string | null }>`
    select sum(id)::text as sum from (select id from ledger_transfers order by id desc limit 1000) as newest`.execute(
    db,
  );
  return rows[0]?.sum ?? "";
}

/** Ends early when everything ends. */
async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
