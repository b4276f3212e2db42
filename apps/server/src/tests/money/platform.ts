import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Failpoint, fundLocalChain } from "@bbux/api";
import { type ChainGateway, createGateway } from "@bbux/chain";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { startTestChain, type TestChain } from "@bbux/local-chain/testing";
import { expect } from "vitest";
import { readEnv } from "../../env.ts";
import { openSigner, signerSettings } from "../../signer.ts";
import { createTag, createTestApp, type TestMember } from "../../testing.ts";
import { type Books, balanceIn } from "./books.ts";
import { ChainView } from "./chain-view.ts";
import { boughtAndSold, examine, left } from "./invariants.ts";
import { Outsider } from "./outside.ts";
import { ServerProcess } from "./process.ts";
import { signUp } from "./sign-up.ts";

const SLOT_MS = 25;
/** Slots after which anything sent is final. */
const FINAL = 6;

export interface Resident {
  readonly member: TestMember;
  readonly address: string;
  readonly outsider: Outsider;
  /** The net effect of posting, winning, and refunds, in base units. */
  community: bigint;
}

/**
 * A database, a chain, members with their own SOL, and a float: everything that outlives the server's processes, which a test
 * starts on it as often as it likes.
 */
export class Platform {
  /** Where its books are now. */
  database: TestDatabase;
  readonly chain: TestChain;
  readonly truth: ChainGateway;
  readonly view: ChainView;
  readonly hot: string;
  readonly residents: readonly Resident[];
  /** What its servers are started with. */
  readonly env: Readonly<Record<string, string>>;
  readonly #scratch: string;
  readonly #stopSigner: () => Promise<void>;
  readonly #servers = new Set<ServerProcess>();

  private constructor(parts: {
    database: TestDatabase;
    chain: TestChain;
    hot: string;
    residents: readonly Resident[];
    env: Readonly<Record<string, string>>;
    scratch: string;
    stopSigner: () => Promise<void>;
  }) {
    this.database = parts.database;
    this.chain = parts.chain;
    this.hot = parts.hot;
    this.residents = parts.residents;
    this.env = parts.env;
    this.#scratch = parts.scratch;
    this.#stopSigner = parts.stopSigner;
    this.truth = createGateway({ url: parts.chain.url });
    this.view = new ChainView(parts.chain.url);
  }

  /** @param own a database to use instead of a new one, and what servers are started with instead of its URL */
  static async start(
    members: number,
    own?: { readonly database: TestDatabase; readonly env: Readonly<Record<string, string>> },
  ): Promise<Platform> {
    const scratch = mkdtempSync(join(tmpdir(), "bbux-money-"));
    const [database, chain] = await Promise.all([
      own?.database ?? createTestDatabase(),
      startTestChain({ slotMs: SLOT_MS }),
    ]);
    const seed = randomBytes(32);
    // One for all servers, as processes on one machine share it; starting one with each would take longer than the servers.
    const signer = await startOwnSigner(scratch, seed, chain.url);
    const t = await createTestApp({ database, chainUrl: chain.url, platformSeed: seed });
    await Promise.all([createTag(database, "money"), fundLocalChain(t.services)]);
    const residents = await Promise.all(
      Array.from({ length: members }, async (_, nth) => {
        const member = await signUp(t, `member-${nth}`);
        const outsider = new Outsider();
        await chain.airdrop(outsider.address, 100_000n * 1_000_000_000n);
        return { member, address: t.wallet.addressOf(member.id), outsider, community: 0n };
      }),
    );
    await t.close();
    const env = {
      PATH: process.env.PATH ?? "",
      // Processes start often, so compiled code is cached.
      NODE_COMPILE_CACHE: join(tmpdir(), "bbux-compile-cache"),
      TMPDIR: tmpdir(),
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: scratch,
      ...(own?.env ?? { DATABASE_URL: database.url }),
      DATABASE_POOL: "10",
      SOLANA_RPC_URL: chain.url,
      SESSION_SECRET: "a secret for tests, 32 characters",
      SIGNER_SOCKET: signer.socket,
      DEMO: "off",
      RATE_LIMITS: "off",
      LOG_LEVEL: "warn",
      WATCH_CALLS_PER_SECOND: "100",
      WITHDRAWAL_SECOND_LOOK_SECONDS: "1",
      // Members pay new addresses only; above 10 BBUX a day, those payments would wait past the end of the test.
      SECURITY_HOLD_HOURS: "0",
    };
    const hot = t.services.platformWallet.address;
    return new Platform({ database, chain, hot, residents, env, scratch, stopSigner: signer.stop });
  }

  async server(failpoint?: Failpoint): Promise<ServerProcess> {
    const server = await ServerProcess.start({ env: this.env, ...(failpoint && { failpoint }) });
    this.#servers.add(server);
    return server;
  }

  /** Asserts what must hold while no process is writing. */
  async expectSoundBooks(): Promise<Books> {
    const { books, problems } = await this.#examine();
    expect([...problems, ...this.#balances(books)]).toEqual([]);
    return books;
  }

  /** Same, while members are waiting for responses and their balances aren't known yet. */
  async expectAudited(): Promise<void> {
    const { problems } = await this.#examine();
    expect(problems).toEqual([]);
  }

  /** Slots are paused in the meantime, so that the whole chain is read at the same slot. */
  async #examine() {
    await this.chain.advance(FINAL);
    await this.chain.pause();
    const found = await examine(this.database.ownerDb, this.view, this.hot);
    await this.chain.resume();
    return found;
  }

  *#balances(books: Books): Generator<string> {
    for (const { member, community } of this.residents) {
      const balance = balanceIn(books, "member", member.id);
      const wanted = boughtAndSold(books, member.id) + community;
      if (balance !== wanted) yield `${member.username} has ${balance} instead of ${wanted}`;
    }
  }

  /** Waits until every withdrawal and sweep has ended and every deposit is credited; then everything must hold. */
  async rest(ms = 90_000): Promise<Books> {
    const end = Date.now() + ms;
    for (;;) {
      const { books } = await examine(this.database.ownerDb, this.view, this.hot);
      const open = this.#left(books);
      if (open.length === 0) break;
      if (Date.now() > end) throw new Error(`Still to be done: ${open.join(", ")}\n${this.#saidBy()}`);
      await sleep(250);
    }
    return this.expectSoundBooks();
  }

  #left(books: Books): string[] {
    const addresses = [this.hot, ...this.residents.map(({ address }) => address)];
    return [
      ...left(books, this.view, addresses),
      ...books.sweeps.filter(({ state }) => state === "OPEN").map(({ id }) => `sweep ${id}`),
    ];
  }

  #saidBy(): string {
    return [...this.#servers].map(({ url, said }) => `${url}\n${said}`).join("\n");
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#servers].map((server) => server.kill()));
    await Promise.all([this.database.drop(), this.chain.stop(), this.#stopSigner()]);
    rmSync(this.#scratch, { recursive: true, force: true });
  }
}

async function startOwnSigner(dataDir: string, seed: Uint8Array, chainUrl: string) {
  const env = readEnv({
    NODE_ENV: "test",
    DATA_DIR: dataDir,
    PLATFORM_WALLET_SECRET: JSON.stringify([...seed]),
    // It looks for itself whether what it signed before can still land.
    SIGNER_RPC_URL: chainUrl,
  });
  const { stop } = await openSigner(env);
  return { socket: signerSettings(env).socket, stop };
}
