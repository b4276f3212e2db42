import type { Services } from "@bbux/api";
import { type ChainGateway, createGateway, createPlatformWallet } from "@bbux/chain";
import { connect, type Database } from "@bbux/db";
import { readEnv } from "@bbux/server/env";
import { createServices } from "@bbux/server/services";
import { createLocalSignals } from "@bbux/server/signals";
import { openSigner } from "@bbux/server/signer";
import { sql } from "kysely";
import { settle } from "./rewards.seed.ts";

const FIRST = 1_000_000_000;
/** Members per statement. */
const BATCH_SIZE = 5_000;
/** What each member has at the beginning, in base units: a million of them fit into what the local chain mints at once. */
const FUNDS = 100_000_000n;
const seed = new Uint8Array(32).fill(7);
const wallet = createPlatformWallet(seed);
const strangers = createPlatformWallet(new Uint8Array(32).fill(8));

/** The services of one worker with its signer, which is a process of its own, and the owner's connection. */
export async function openPlatform(
  { url, dir }: { readonly url: string; readonly dir: string },
  chainUrl: string,
  {
    noncePool,
    wrap,
    failpoint,
  }: {
    readonly noncePool: number;
    readonly wrap: (chain: ChainGateway) => ChainGateway;
    readonly failpoint: Services["failpoint"];
  },
): Promise<{ readonly services: Services; readonly owner: Database; close(): Promise<void> }> {
  // As many connections as a worker of the platform has.
  const db = connect({ url, max: 10 });
  const owner = connect({ url, as: "owner", max: 1 });
  const env = readEnv({
    NODE_ENV: "test",
    DATA_DIR: dir,
    RATE_LIMITS: "off",
    LOG_LEVEL: "silent",
    NONCE_POOL: String(noncePool),
    PLATFORM_WALLET_SECRET: JSON.stringify([...seed]),
  });
  const { signer, viewKeys, stop } = await openSigner(env);
  const services = createServices({
    env,
    sessionSecret: "nothing is sealed in a benchmark",
    db,
    signer,
    viewKeys,
    enqueue: async () => undefined,
    signals: createLocalSignals(),
    chain: {
      gateway: wrap(createGateway({ url: chainUrl })),
      rpc: { url: chainUrl, cluster: "local", local: true, explorer: null },
    },
    failpoint,
  });
  return {
    services,
    owner,
    async close() {
      await stop();
      await owner.destroy();
      await db.destroy();
    },
  };
}

/** The n-th member. Only the first have the deposit address that belongs to their id, as deriving a million takes minutes. */
export function memberOf(nth: number): { readonly id: string; readonly username: string; readonly address: string } {
  const id = String(FIRST + nth);
  return { id, username: `member${id}`, address: wallet.addressOf(id) };
}

/** An address that isn't the platform's. */
export const strangerOf = (nth: number): string => strangers.addressOf(String(FIRST + nth));

/** How many members have their own deposit address. */
const DERIVED = 10_000;

/** Members with a balance that the local chain backs, posted one by one through the ledger. */
export async function seedMembers(owner: Database, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH_SIZE) {
    const nths = Array.from({ length: Math.min(BATCH_SIZE, count - from) }, (_, index) => from + index);
    const ids = nths.map((nth) => FIRST + nth);
    const addresses = nths.map((nth) => (nth < DERIVED ? memberOf(nth).address : `address${nth}`));
    await owner.transaction().execute(async (trx) => {
      await sql`
        insert into users (id, username, solana_address)
        select id, 'member' || id, address from unnest(${ids}::bigint[], ${addresses}::text[]) as a (id, address)`.execute(
        trx,
      );
      await sql`
        select count(p.transfer_id) from unnest(${ids}::bigint[]) as id, lateral ledger_post('deposit', 'demo:' || id,
          'demo:' || id, 'SOL received', '{}', array['external', 'member'], array['solana', id::text],
          array[${(-FUNDS).toString()}, ${FUNDS.toString()}]::bigint[]) as p`.execute(trx);
    });
  }
  await settle(owner);
}
