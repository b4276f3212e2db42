import { mkdirSync } from "node:fs";
import {
  fundLocalChain,
  noticeBooks,
  openAlerts,
  planSweeps,
  processPayments,
  type Services,
  scanHotWallet,
  watchRound,
} from "@bbux/api";
import { ChainError, createGateway } from "@bbux/chain";
import { connect, type Database } from "@bbux/db";
import type { TestChain } from "@bbux/local-chain/testing";
import { readEnv } from "@bbux/server/env";
import { createServices } from "@bbux/server/services";
import { createLocalSignals } from "@bbux/server/signals";
import { signerSettings } from "@bbux/server/signer";
import { openSigner } from "@bbux/signer/open";
import { sql } from "kysely";

/** Slots after which anything sent is final. */
const FINAL = 6;
/** What passes between two rounds of the workers. */
const ROUND_MS = 5_000;
/** More rounds than anything takes, after a restore, too. */
const MOST_ROUNDS = 100;
const SEED = new Uint8Array(32).fill(1);

/** A platform on a chain of its own, whose clock is moved, and whose database can be lost. */
export class ChainPlatform {
  readonly chain: TestChain;
  readonly #env: ReturnType<typeof readEnv>;
  readonly #signer: ReturnType<typeof openSigner>;
  #shift: number;
  #url: URL;
  #db: Database;
  #services: Services;
  #restores = 0;

  private constructor({ dir, url }: { dir: string; url: string }, chain: TestChain, days: number) {
    this.chain = chain;
    this.#shift = -days * 86_400_000;
    this.#url = new URL(url);
    this.#env = readEnv({
      NODE_ENV: "test",
      DATA_DIR: dir,
      RATE_LIMITS: "off",
      EMAIL_VERIFICATION: "off",
      LOG_LEVEL: "silent",
      NONCE_POOL: "8",
    });
    const settings = signerSettings(this.#env);
    mkdirSync(settings.dir, { recursive: true, mode: 0o700 });
    this.#signer = openSigner(SEED, { ...settings, rpcUrl: chain.url }, { now: this.now });
    this.#db = connect({ url, max: 10 });
    this.#services = this.#serve();
  }

  /**
   * Starts on an empty database, with a float.
   * @param place a migrated database, and a folder for the signer's record
   * @param days how long before today it begins
   */
  static async start(place: { dir: string; url: string }, chain: TestChain, days: number): Promise<ChainPlatform> {
    const owner = connect({ url: place.url, as: "owner", max: 1 });
    // Everything is backed by the chain.
    await sql`delete from ledger_waivers`.execute(owner).finally(() => owner.destroy());
    const platform = new ChainPlatform(place, chain, days);
    await noticeBooks(platform.#db);
    await fundLocalChain(platform.services);
    await chain.pause();
    return platform;
  }

  /** Of what runs now. */
  get services(): Services {
    return this.#services;
  }

  /** A member's deposit address. */
  addressOf(id: string): string {
    return this.#signer.wallet.addressOf(id);
  }

  readonly now = (): Date => new Date(Date.now() + this.#shift);

  travel(milliseconds: number): void {
    this.#shift += milliseconds;
  }

  /** Reads the books as a report does. */
  async read<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const db = connect({ url: this.#url.href, as: "read", max: 2 });
    return work(db).finally(() => db.destroy());
  }

  /** One round of everything that runs on a schedule and deals with the chain. @returns how many payments are open */
  async round(): Promise<number> {
    const { services } = this;
    this.travel(ROUND_MS);
    await this.chain.advance(FINAL);
    const tried = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
      try {
        return await work();
      } catch (error) {
        // A read from before another one: the next round reads again.
        if (error instanceof ChainError && error.code === "BEHIND") return null;
        throw error;
      }
    };
    const pace = async () => undefined;
    await tried(() => watchRound(services, pace, async () => true));
    await tried(() => scanHotWallet(services));
    await tried(() => planSweeps(services));
    return (await tried(() => processPayments(services))) ?? 1;
  }

  /** Works until nothing is left to do. @throws Error with what operators would be alerted to, if that never happens */
  async settle(): Promise<void> {
    let quiet = 0;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const open = await this.round();
      const { isOpen } = await noticeBooks(this.#db);
      // Twice, because what has arrived is swept in the next round.
      quiet = open === 0 && isOpen ? quiet + 1 : 0;
      if (quiet === 2) return;
    }
    const alerts = (await openAlerts(this.#db)).map(({ kind, subject, detail }) => `${kind} ${subject}: ${detail}`);
    throw new Error(`Payments do not come to an end:\n${alerts.join("\n")}`);
  }

  /** Copies the database as a backup does. @returns the copy's name */
  async backUp(): Promise<string> {
    const name = `${this.#url.pathname.slice(1)}_kept`;
    await this.#db.destroy();
    await this.#administer([
      `drop database if exists ${name}`,
      `create database ${name} template ${this.#url.pathname.slice(1)}`,
    ]);
    this.#open(this.#url.pathname.slice(1));
    return name;
  }

  /** Loses the database, with everything that is under way, and starts on the copy. The chain and the signer's record go on. */
  async restore(copy: string): Promise<void> {
    const lost = this.#url.pathname.slice(1);
    this.#restores += 1;
    const name = `restored_${this.#restores}`;
    await this.#db.destroy();
    await this.#administer([`drop database ${lost} with (force)`, `alter database ${copy} rename to ${name}`]);
    this.#open(name);
    await noticeBooks(this.#db);
  }

  async close(): Promise<void> {
    this.#signer.record.close();
    await this.#db.destroy();
  }

  #open(database: string): void {
    this.#url.pathname = `/${database}`;
    this.#db = connect({ url: this.#url.href, max: 10 });
    this.#services = this.#serve();
  }

  #serve(): Services {
    return createServices({
      env: this.#env,
      sessionSecret: "nothing is sealed in a simulation",
      db: this.#db,
      signer: this.#signer.signer,
      viewKeys: this.#signer.wallet.viewKeys(),
      enqueue: async () => undefined,
      signals: createLocalSignals(),
      chain: {
        gateway: createGateway({ url: this.chain.url }),
        rpc: { url: this.chain.url, cluster: "local", local: true, explorer: null },
      },
      now: this.now,
      databaseNow: async () => this.now(),
    });
  }

  async #administer(statements: readonly string[]): Promise<void> {
    const server = new URL(this.#url);
    server.pathname = "/postgres";
    const owner = connect({ url: server.href, as: "owner", max: 1 });
    try {
      for (const statement of statements) await sql.raw(statement).execute(owner);
    } finally {
      await owner.destroy();
    }
  }
}
