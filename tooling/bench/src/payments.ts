// npm run bench:payments: how many withdrawals and deposits a second one worker settles on the local chain.
import { availableParallelism, cpus, loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { type Failpoint, fundLocalChain, processPayments, type Services, watchExpected } from "@bbux/api";
import { audit } from "@bbux/ledger";
import { memberCaller } from "@bbux/server/caller";
import { sql } from "kysely";
import { countCalls, type Spent } from "./payments.calls.ts";
import { memberOf, openPlatform, seedMembers, strangerOf } from "./payments.seed.ts";
import { runScript, scratchDatabase } from "./script.ts";

export interface PaymentsBenchOptions {
  /** Members with a balance, each with a ledger account. */
  readonly accounts: number;
  readonly withdrawals: number;
  readonly deposits: number;
}

export const DEFAULTS: PaymentsBenchOptions = { accounts: 1_000_000, withdrawals: 1_000, deposits: 4_000 };
/** Lamports of each deposit and withdrawal. */
const AMOUNT = 10_000_000n;

/** As many payments are in progress at once: several seconds' worth, because the chain takes seconds to make them final. */
const MOST_NONCES = 400;

/** What one kind of payment took, from the first to the last. */
export interface Rate {
  readonly count: number;
  readonly seconds: number;
  /** Calls to the chain, and the seconds spent waiting for them, which may overlap. */
  readonly chain: Spent;
  /** From the first time that a step was reached to the last, in seconds, by step. */
  readonly steps: ReadonlyMap<string, number>;
}

export interface PaymentsFigures {
  readonly requests: Rate;
  readonly withdrawals: Rate;
  readonly deposits: Rate;
}

/**
 * @param place a migrated database just for this, and a folder; it fills both
 * @param chainUrl a local chain just for this
 * @throws Error if the books are wrong at the end, or a payment isn't settled
 */
export async function benchPayments(
  place: { readonly url: string; readonly dir: string },
  chainUrl: string,
  { accounts, withdrawals, deposits }: PaymentsBenchOptions,
  say: (line: string) => void,
): Promise<PaymentsFigures> {
  const reached = new Map<Failpoint, { first: number; last: number }>();
  const spent = countCalls();
  const platform = await openPlatform(place, chainUrl, {
    noncePool: Math.min(MOST_NONCES, withdrawals),
    wrap: spent.wrap,
    async failpoint(point) {
      const at = performance.now();
      reached.set(point, { first: reached.get(point)?.first ?? at, last: at });
    },
  });
  const { services, owner } = platform;
  const measure = async (count: number, run: () => Promise<void>): Promise<Rate> => {
    reached.clear();
    const [start, before] = [performance.now(), spent.soFar()];
    await run();
    const seconds = since(start);
    const steps = new Map([...reached].map(([point, { first, last }]) => [point, (last - first) / 1_000]));
    const rate = { count, seconds, chain: spent.since(before), steps };
    say(describe(rate));
    return rate;
  };
  try {
    const began = performance.now();
    await seedMembers(owner, accounts);
    await fundLocalChain(services);
    await untilNothingIsOpen(services);
    say(`${accounts} ledger accounts in ${since(began).toFixed(0)} s`);

    say(`${withdrawals} withdrawals are requested:`);
    const requests = await measure(withdrawals, () => request(services, withdrawals));
    say(`${withdrawals} withdrawals are paid, until they are final:`);
    const paid = await measure(withdrawals, () => untilNothingIsOpen(services));

    const wallets = Array.from({ length: deposits }, (_, nth) => memberOf(nth));
    for (const { address } of wallets) await services.chain.airdrop(address, AMOUNT);
    await untilFinal(
      services,
      wallets.map(({ address }) => address),
    );
    await sql`update wallets set watch_until = now() + interval '1 hour' where user_id = any (${wallets.map(({ id }) => id)}::bigint[])`.execute(
      owner,
    );
    say(`${deposits} deposits are found and credited:`);
    const credited = await measure(deposits, async () => void (await watchExpected(services, async () => undefined)));

    await requireSettled(owner, { withdrawals, deposits });
    return { requests, withdrawals: paid, deposits: credited };
  } finally {
    await platform.close();
  }
}

/** Each of a member of its own, ten at a time, as over HTTP. */
async function request(services: Services, count: number): Promise<void> {
  const lanes = Array.from({ length: 10 }, async (_, lane) => {
    for (let nth = lane; nth < count; nth += 10) {
      const { id, username } = memberOf(nth);
      await memberCaller(services, id, username).wallet.withdraw({
        amount: "0.01",
        destinationAddress: strangerOf(nth),
      });
    }
  });
  await Promise.all(lanes);
}

async function untilNothingIsOpen(services: Services): Promise<void> {
  while ((await processPayments(services)) > 0);
}

async function untilFinal({ chain }: Services, addresses: readonly string[]): Promise<void> {
  for (let from = 0; from < addresses.length; from += 100) {
    const some = addresses.slice(from, from + 100);
    while ((await chain.balances(some)).lamports.includes(0n));
  }
}

async function requireSettled(
  owner: Awaited<ReturnType<typeof openPlatform>>["owner"],
  wanted: { readonly withdrawals: number; readonly deposits: number },
): Promise<void> {
  const { rows } = await sql<{ withdrawals: number; deposits: number }>`
    select (select count(*) from withdrawals where state = 'FINALIZED')::int as withdrawals,
           (select count(*) from deposits)::int as deposits`.execute(owner);
  if (rows[0]?.withdrawals !== wanted.withdrawals || rows[0].deposits !== wanted.deposits) {
    throw new Error(`Not everything is settled: ${JSON.stringify(rows[0])}`);
  }
  const { problems } = await audit(owner);
  if (problems.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(problems.slice(0, 3))}`);
}

function since(start: number): number {
  return (performance.now() - start) / 1_000;
}

function describe({ count, seconds, chain, steps }: Rate): string {
  const each = [...steps].map(([step, took]) => `${step} ${took.toFixed(1)} s`).join(", ");
  return (
    `  ${seconds.toFixed(1)} s: ${(count / seconds).toFixed(0)} a second; ${chain.calls} calls to the chain, ` +
    `${chain.seconds.toFixed(1)} s of waiting for them${each === "" ? "" : `\n  from the first to the last: ${each}`}`
  );
}

/** @throws Error that names the option */
export function readOptions(args: string[]): PaymentsBenchOptions {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args, options: { accounts: text, withdrawals: text, deposits: text } });
  const number = (name: keyof PaymentsBenchOptions): number => {
    const value = Number(values[name] ?? DEFAULTS[name]);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number of at least 1`);
    return value;
  };
  const options = { accounts: number("accounts"), withdrawals: number("withdrawals"), deposits: number("deposits") };
  if (options.accounts < Math.max(options.withdrawals, options.deposits)) {
    throw new Error("--accounts must be at least as many as --withdrawals and --deposits");
  }
  return options;
}

const USAGE = "npm run bench:payments -- [--accounts 1000000] [--withdrawals 1000] [--deposits 4000]";

if (import.meta.main) {
  await runScript(async (undo) => {
    const options = readOptions(process.argv.slice(2));
    const place = await scratchDatabase("bench-payments", undo);
    const { startLocalChain } = await import("@bbux/local-chain");
    const chain = await startLocalChain({ dataDir: null, port: 0 });
    undo.push(() => chain.stop());
    const load = () => loadavg()[0]?.toFixed(1);
    console.log(
      `${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.version}, load before ${load()}`,
    );
    await benchPayments(place, chain.url, options, console.log);
    console.log(`load after ${load()}`);
  }, USAGE);
}
