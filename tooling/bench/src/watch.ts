import { availableParallelism, cpus, loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Services, watchExpected, watchRound } from "@bbux/api";
import { auditReserves } from "@bbux/api/operator";
import { type ChainGateway, createGateway, createLocalSigner, createPlatformWallet } from "@bbux/chain";
import { connect, type Database } from "@bbux/db";
import { startLocalChain } from "@bbux/local-chain";
import { pacer } from "@bbux/server/pacer";
import { sql } from "kysely";
import { runScript, scratchDatabase } from "./script.ts";

/*
 * The cost of watching many deposit addresses, and how soon a deposit among them is found: a full round without a limit, one
 * within the call budget, then deposits to random addresses during ongoing rounds.
 */

export interface WatchBenchOptions {
  readonly addresses: number;
  /** WATCH_CALLS_PER_SECOND */
  readonly rate: number;
  /** Deposits to find, of each kind. */
  readonly deposits: number;
}

export const DEFAULTS: WatchBenchOptions = { addresses: 100_000, rate: 5, deposits: 20 };

export interface RoundFigures {
  readonly calls: number;
  readonly seconds: number;
  /** The part of it spent waiting for the chain. */
  readonly chainSeconds: number;
}

export interface WatchFigures {
  /** At full speed. */
  readonly free: RoundFigures;
  /** Within the budget. */
  readonly paced: RoundFigures;
  /** Seconds from the moment the chain accepted a deposit to its credit, ascending. */
  readonly anywhere: readonly number[];
  /** Same for deposits that were announced. */
  readonly expected: readonly number[];
  /** The audit of everything, at full speed. */
  readonly audit: { readonly seconds: number; readonly findings: number };
}

const POLL_MS = 1_000;
const platformWallet = createPlatformWallet(new Uint8Array(32).fill(7));

/**
 * @param url a migrated database just for this; it fills it
 * @param chainUrl a local chain
 */
export async function benchWatch(
  url: string,
  chainUrl: string,
  { addresses: count, rate, deposits }: WatchBenchOptions,
  say: (line: string) => void,
): Promise<WatchFigures> {
  const db = connect({ url, max: 4 });
  const owner = connect({ url, as: "owner", max: 1 });
  try {
    const began = performance.now();
    const addresses = await openWallets(owner, count);
    say(`${count} wallets in ${seconds(began).toFixed(0)} s`);
    const { services, spent } = countCalls(db, createGateway({ url: chainUrl }));
    const round = async (pace: () => Promise<void>, between: () => Promise<void>): Promise<RoundFigures> => {
      const [start, before] = [performance.now(), { ...spent }];
      await watchRound(services, pace, async () => {
        await between();
        return true;
      });
      return {
        calls: spent.calls - before.calls,
        seconds: seconds(start),
        chainSeconds: spent.seconds - before.seconds,
      };
    };
    const free = await round(
      async () => undefined,
      async () => undefined,
    );
    say(`a round without a limit: ${describe(free)}`);
    const pace = pacer(rate, new AbortController().signal);
    const paced = await round(pace, async () => undefined);
    say(`a round of ${rate} calls a second: ${paced.calls} calls in ${paced.seconds.toFixed(1)} s`);

    // Like the watcher: endless rounds, with a check of announced deposits between their pages.
    let [over, looked] = [false, 0];
    const between = async () => {
      if (performance.now() - looked < POLL_MS) return;
      looked = performance.now();
      await watchExpected(services, pace);
    };
    const rounds = (async () => {
      while (!over) {
        await between();
        await round(pace, between);
      }
    })();
    // Spread over a round, so that they come before, at, and behind its current position.
    const chosen = pick(addresses, 2 * deposits);
    const gap = (count / 100 / rate / deposits) * 1_000;
    const anywhere = await Promise.all(
      chosen.slice(0, deposits).map(async (wallet, place) => {
        await sleep(place * gap);
        return found(services, wallet);
      }),
    );
    const expected = await Promise.all(
      chosen.slice(deposits).map(async (wallet, place) => {
        await sleep(place * POLL_MS * 0.7);
        await sql`update wallets set watch_until = now() + interval '10 minutes' where user_id = ${wallet.userId}`.execute(
          db,
        );
        return found(services, wallet);
      }),
    );
    over = true;
    await rounds;
    const start = performance.now();
    const { total } = await auditReserves({
      ...services,
      db: owner,
      platformWallet,
      signer: createLocalSigner(platformWallet),
    });
    const audit = { seconds: seconds(start), findings: total };
    say(`check-reserves without a limit: ${audit.seconds.toFixed(1)} s, ${total} findings`);
    const ascending = (values: number[]) => values.toSorted((a, b) => a - b);
    return { free, paced, anywhere: ascending(anywhere), expected: ascending(expected), audit };
  } finally {
    await owner.destroy();
    await db.destroy();
  }
}

interface Wallet {
  readonly userId: string;
  readonly address: string;
}

/** Members with the addresses derived from their ids, as sign-up creates them. */
async function openWallets(owner: Database, count: number): Promise<Wallet[]> {
  const wallets: Wallet[] = [];
  for (let from = 0; from < count; from += 5_000) {
    const some = Array.from({ length: Math.min(5_000, count - from) }, (_, index) => {
      const userId = String(1_000_000_000 + from + index);
      return { userId, address: platformWallet.addressOf(userId) };
    });
    await sql`
      insert into users (id, username, solana_address)
      select id, 'member' || id, address
        from unnest(${some.map(({ userId }) => userId)}::bigint[], ${some.map(({ address }) => address)}::text[]) as a (id, address)`.execute(
      owner,
    );
    wallets.push(...some);
  }
  await sql`analyze`.execute(owner);
  return wallets;
}

/** Wraps the chain to count calls and time them. */
function countCalls(db: Database, chain: ChainGateway) {
  const spent = { calls: 0, seconds: 0 };
  const counted = async <T>(question: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    spent.calls++;
    try {
      return await question();
    } finally {
      spent.seconds += seconds(start);
    }
  };
  const services = {
    db,
    platformWallet,
    witness: null,
    chainRpc: { url: "" },
    money: { witnessFrom: 0n, singleNodeLimit: null, concurrency: 1 },
    chain: {
      ...chain,
      statuses: (signatures, minSlot) => counted(() => chain.statuses(signatures, minSlot)),
      balances: (addresses, minSlot) => counted(() => chain.balances(addresses, minSlot)),
      signaturesOf: (address, page) => counted(() => chain.signaturesOf(address, page)),
      transaction: (signature) => counted(() => chain.transaction(signature)),
    },
    now: () => new Date(),
    databaseNow: async () => new Date(),
    failpoint: async () => undefined,
    signals: { publish: () => undefined, subscribe: () => () => undefined },
  } satisfies Parameters<typeof watchExpected>[0];
  return { services, spent };
}

/** Pays a wallet and waits for the credit. @returns the seconds that took, including the chain's own until final */
async function found({ db, chain }: Pick<Services, "db" | "chain">, { userId, address }: Wallet): Promise<number> {
  const start = performance.now();
  await chain.airdrop(address, 1_000_000_000n);
  for (;;) {
    const credit = await db.selectFrom("deposits").select("id").where("user_id", "=", userId).executeTakeFirst();
    if (credit) return seconds(start);
    await sleep(50);
  }
}

/** A random sample without repeats. */
function pick<T>(from: readonly T[], count: number): T[] {
  const left = [...from];
  return Array.from({ length: count }, () => left.splice(Math.floor(Math.random() * left.length), 1)).flat();
}

function seconds(since: number): number {
  return (performance.now() - since) / 1_000;
}

function describe({ calls, seconds: took, chainSeconds }: RoundFigures): string {
  const ours = ((took - chainSeconds) * 1_000) / Math.max(1, calls);
  const chain = (chainSeconds * 1_000) / Math.max(1, calls);
  return `${calls} calls in ${took.toFixed(1)} s; of each page the chain took ${chain.toFixed(1)} ms, the rest ${ours.toFixed(1)} ms`;
}

/** @throws Error that names the option */
export function readOptions(args: string[]): WatchBenchOptions {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args, options: { addresses: text, rate: text, deposits: text } });
  const number = (name: keyof WatchBenchOptions): number => {
    const value = Number(values[name] ?? DEFAULTS[name]);
    if (!Number.isFinite(value) || value < 1) throw new Error(`--${name} takes a number of at least 1`);
    return name === "rate" ? value : Math.floor(value);
  };
  return { addresses: number("addresses"), rate: number("rate"), deposits: number("deposits") };
}

const USAGE = "npm run bench:watch -- [--addresses 100000] [--rate 5] [--deposits 20]";

if (import.meta.main) {
  await runScript(async (undo) => {
    const options = readOptions(process.argv.slice(2));
    const { url } = await scratchDatabase("bench-watch", undo);
    const chain = await startLocalChain({ dataDir: null, port: 0 });
    undo.push(() => chain.stop());
    const load = () => loadavg()[0]?.toFixed(1);
    console.log(
      `${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.version}, load before ${load()}`,
    );
    const { anywhere, expected } = await benchWatch(url, chain.url, options, console.log);
    const spread = (values: readonly number[]) => {
      const at = (share: number) => values[Math.min(values.length - 1, Math.floor(share * values.length))]?.toFixed(1);
      return `${at(0)} / ${at(0.5)} / ${at(1)}`;
    };
    console.log(`from the deposit to its credit, s, fastest / median / slowest of ${options.deposits}:`);
    console.log(`  anywhere  ${spread(anywhere)}`);
    console.log(`  expected  ${spread(expected)}`);
    console.log(`load after ${load()}`);
  }, USAGE);
}
