import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPasswords, fundLocalChain, type Services } from "@bbux/api";
import {
  type ChainGateway,
  type ChainTransaction,
  createGateway,
  createLocalSigner,
  createPlatformWallet,
} from "@bbux/chain";
import { connect, type Database } from "@bbux/db";
import { asOwner, createTestDatabase } from "@bbux/db/testing";
import type { TestCluster, TestNode } from "@bbux/local-chain/testing";
import { sql } from "kysely";
import { memberCaller } from "../../caller.ts";
import { readEnv } from "../../env.ts";
import { createServices } from "../../services.ts";
import { createLocalSignals } from "../../signals.ts";
import { ChainView } from "../money/chain-view.ts";
import type { Outsider } from "../money/outside.ts";
import type { Random, Schedule } from "./schedule.ts";

const URL = "http://node.test";
/** The app's and the owner's connections to one database. */
interface Books {
  readonly url: string;
  readonly db: Database;
  readonly ownerDb: Database;
}

/** A process of the platform: its node with its faults, its clock, and what it does. */
export interface Process {
  readonly name: string;
  readonly node: TestNode;
  services: Services;
  /** How far its clock is ahead, in milliseconds. */
  skew: number;
  /** Finalized transactions that its node invents. */
  readonly invented: Map<string, ChainTransaction>;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

const ENV = readEnv({
  NODE_ENV: "test",
  DATA_DIR: mkdtempSync(join(tmpdir(), "bbux-seeds-")),
  RATE_LIMITS: "off",
  LOG_LEVEL: "silent",
  NONCE_POOL: "3",
  WITHDRAWAL_DAILY_LIMIT: "600",
  WITNESS_FROM: "0.5",
});

/** Two processes over one database and one chain, driven by a schedule. */
export class Universe {
  readonly cluster: TestCluster;
  readonly schedule: Schedule;
  readonly truth: ChainGateway;
  readonly view: ChainView;
  readonly processes: readonly Process[];
  readonly people: Person[] = [];
  readonly outsider: Outsider;
  readonly #seed: Uint8Array;
  readonly #witness: TestNode | null;
  #books: Books;
  #kept: string | null = null;
  /** Milliseconds. */
  #time = Date.now();

  private constructor(parts: {
    cluster: TestCluster;
    schedule: Schedule;
    outsider: Outsider;
    random: Random;
    books: Books;
  }) {
    this.cluster = parts.cluster;
    this.schedule = parts.schedule;
    this.outsider = parts.outsider;
    this.#books = parts.books;
    this.#seed = parts.random.bytes(32);
    this.#witness = parts.random.chance(50) ? parts.cluster.node() : null;
    const { fetch } = parts.cluster.node();
    this.truth = createGateway({ url: URL, fetch });
    this.view = new ChainView(URL, fetch);
    this.processes = ["first", "second"].map((name) => {
      const started = { name, node: parts.cluster.node(), skew: 0, invented: new Map<string, ChainTransaction>() };
      return { ...started, services: this.#services(started) };
    });
  }

  /** A platform with a float, nonce accounts and three members who hold 5 SOL each. */
  static async start(
    shared: { readonly cluster: TestCluster; readonly outsider: Outsider },
    schedule: Schedule,
    random: Random,
  ): Promise<Universe> {
    const books = await createTestDatabase({ max: 8 });
    await sql`delete from ledger_waivers`.execute(books.ownerDb);
    const universe = new Universe({ ...shared, schedule, random, books });
    const [{ services }] = universe.processes as readonly [Process];
    for (let nth = 0; nth < 3; nth++) {
      const { rows } = await sql<{ id: string }>`select nextval('ids')::text as id`.execute(books.ownerDb);
      const id = rows[0]?.id ?? "";
      const [address = ""] = await services.depositAddresses([id]);
      const name = `member-${nth}`;
      await books.ownerDb.insertInto("users").values({ id, username: name, solana_address: address }).execute();
      universe.people.push({ id, name, address });
    }
    await fundLocalChain(services);
    await universe.pay(universe.people.map(({ address }) => ({ to: address, lamports: 5_000_000_000n })));
    return universe;
  }

  get ownerDb(): Database {
    return this.#books.ownerDb;
  }

  get hot(): string {
    return this.processes[0]?.services.platformWallet.address ?? "";
  }

  /** A payment from outside, which is sent at once. @returns its signature */
  async pay(payments: readonly { readonly to: string; readonly lamports: bigint }[]): Promise<string> {
    const { bytes, signature } = this.outsider.pay(payments, await this.truth.latestBlockhash());
    await this.truth.send(bytes);
    return signature;
  }

  /** What a member does at a process. */
  as({ id, name }: Person, { services }: Process) {
    return memberCaller(services, id, name);
  }

  pass(seconds: number, slots: number): void {
    this.#time += seconds * 1_000;
    this.cluster.advance(slots);
  }

  /** Kills a process where it is, and starts it again. */
  restart(process: Process): void {
    this.schedule.kill(process.name);
    process.services = this.#services(process);
  }

  /** Keeps the books as they are now. */
  async backUp(): Promise<void> {
    const name = `seeds_${crypto.randomUUID().replaceAll("-", "")}`;
    await copy(this.#books.url, name);
    if (this.#kept) await drop(this.#kept);
    this.#kept = at(this.#books.url, name);
  }

  /** Loses everything that the books have learned since they were kept. @returns false when they never were */
  async restore(): Promise<boolean> {
    if (!this.#kept) return false;
    const name = `seeds_${crypto.randomUUID().replaceAll("-", "")}`;
    await copy(this.#kept, name);
    await this.#end();
    const url = at(this.#books.url, name);
    this.#books = { url, db: connect({ url, max: 8 }), ownerDb: connect({ url, max: 8, as: "owner" }) };
    for (const process of this.processes) this.restart(process);
    return true;
  }

  async close(): Promise<void> {
    await this.#end();
    if (this.#kept) await drop(this.#kept);
  }

  async #end(): Promise<void> {
    const { url, db, ownerDb } = this.#books;
    await Promise.all([db.destroy(), ownerDb.destroy()]);
    await drop(url);
  }

  #services(process: Omit<Process, "services">): Services {
    const witness = this.#witness && this.#gateway(this.#witness, new Map());
    const wallet = createPlatformWallet(this.#seed);
    return createServices({
      env: ENV,
      signals: createLocalSignals(),
      chain: {
        gateway: this.#gateway(process.node, process.invented),
        rpc: { url: URL, cluster: witness ? "custom" : "local", local: true, explorer: null },
        witness: witness && { chain: witness, name: "witness.test" },
      },
      passwords: createPasswords({ cost: { memoryCost: 8, timeCost: 1 } }),
      db: this.#books.db,
      signer: createLocalSigner(wallet),
      viewKeys: wallet.viewKeys(),
      failpoint: async () => undefined,
      now: () => new Date(this.#time + process.skew),
      databaseNow: async () => new Date(this.#time),
      enqueue: async () => undefined,
    });
  }

  /** A node as a process sees it: each call waits for its turn, and so may its answer. */
  #gateway({ fetch }: TestNode, invented: ReadonlyMap<string, ChainTransaction>): ChainGateway {
    const real = createGateway({ url: URL, fetch });
    const turns = async <Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer> => {
      await this.schedule.point(name);
      try {
        return await ask();
      } finally {
        if (name !== "airdrop") await this.schedule.point(`${name} answered`);
      }
    };
    const own: Partial<ChainGateway> = {
      airdrop: async (address, lamports) => this.cluster.airdrop(address, lamports),
      transaction: async (signature) => invented.get(signature) ?? real.transaction(signature),
    };
    return new Proxy(real, {
      get(target, key) {
        const call: unknown = Reflect.get(own, key) ?? Reflect.get(target, key);
        if (typeof call !== "function") return call;
        return (...args: unknown[]) => turns(String(key), () => Reflect.apply(call, target, args));
      },
    });
  }
}

function at(url: string, name: string): string {
  const target = new globalThis.URL(url);
  target.pathname = `/${name}`;
  return target.href;
}

const nameOf = (url: string) => new globalThis.URL(url).pathname.slice(1);

/** Copies a database. Idle connections to it are ended; pools open others. */
async function copy(from: string, name: string): Promise<void> {
  await asOwner(at(from, "postgres"), async (client) => {
    await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [nameOf(from)]);
    await client.query(`create database ${name} template ${nameOf(from)}`);
  });
}

async function drop(url: string): Promise<void> {
  await asOwner(at(url, "postgres"), (client) => client.query(`drop database if exists ${nameOf(url)} with (force)`));
}
