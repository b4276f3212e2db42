import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPasswords, type JobPayloads, type Services } from "@bbux/api";
import { type ChainGateway, createGateway, type PlatformWallet, type Signer } from "@bbux/chain";
import type { Database } from "@bbux/db";
import { databaseClock } from "@bbux/db";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { deposit } from "@bbux/ledger";
import { openSigner, type SignerControl } from "@bbux/signer/open";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { pino } from "pino";
import { buildApp } from "./app.ts";
import { type Env, readEnv } from "./env.ts";
import { createServices } from "./services.ts";
import { createLocalSignals } from "./signals.ts";
import { signerSettings } from "./signer.ts";

/** A queued job, captured instead of run. */
export interface CaughtJob {
  readonly name: keyof JobPayloads;
  readonly payload: JobPayloads[keyof JobPayloads];
}

/** A member created for a test, with everything needed to act as them. */
export interface TestMember {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly refreshToken: string;
  /** The `authorization` header of a bearer client. */
  readonly headers: { readonly authorization: string };
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly services: Services;
  /** The keys, which only the signer has. */
  readonly wallet: PlatformWallet;
  /** The operator's side of the signer. */
  readonly signerControl: SignerControl;
  readonly jobs: CaughtJob[];
  /** Moves the clock that rules use. Sessions, which lucia times, stay on the real one. */
  travel(milliseconds: number): void;
  /**
   * Signs up and in over HTTP, with a confirmed email address unless `verified` is false; `balance`, in base units, is credited through
   * the ledger's own deposit.
   */
  member(name: string, options?: { balance?: bigint; verified?: boolean }): Promise<TestMember>;
  /** Has the app listen on a free loopback port and returns its address. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

/** Strong, and short, because judging one takes the square of its length. */
export const TEST_PASSWORD = "q8Zv3nLw";
/** argon2id at its least cost: hashing takes most of a sign-up otherwise. */
const CHEAP = { memoryCost: 8, timeCost: 1 };

/**
 * The real app on its own real database. Only the clock is replaced, and jobs are captured. Limits are off unless `env` turns
 * them on, and passwords are hashed cheaply unless `passwords` says otherwise.
 */
export async function createTestApp(
  options: {
    env?: Record<string, string>;
    logger?: FastifyBaseLogger;
    /** Shares another app's database, which stays when this app closes. */
    database?: TestDatabase;
    /** What visitors read, if that isn't the database. */
    chooseReads?: () => Database;
    signals?: Services["signals"];
    /** A chain's JSON-RPC address; without one, no chain is reachable. */
    chainUrl?: string;
    /** A second node; it makes the chain a cluster, as `cluster` does. */
    witness?: ChainGateway;
    /** The chain counts as a cluster instead of the platform's own local chain. */
    cluster?: boolean;
    /** False for a cluster whose SOL has value. */
    chainLocal?: boolean;
    /** Wraps the gateway to observe or change what passes through it. */
    gateway?: (real: ChainGateway) => ChainGateway;
    failpoint?: Services["failpoint"];
    passwords?: Services["passwords"];
    estimatePassword?: Services["estimatePassword"];
    /** The wallet's seed, 32 bytes. Different seeds have different addresses, so several apps can share a chain. */
    platformSeed?: Uint8Array;
    /** Wraps the signer to observe or change what passes through it. */
    signer?: (real: Signer) => Signer;
    /** How far the process's clock is ahead of the database's, in milliseconds. */
    skew?: () => number;
  } = {},
): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase());
  const env: Env = readEnv({
    NODE_ENV: "test",
    DATA_DIR: mkdtempSync(join(tmpdir(), "bbux-test-")),
    RATE_LIMITS: "off",
    LOG_LEVEL: "silent",
    // Many tests on few cores slow each other down.
    TIMEOUT_FACTOR: "20",
    // Most tests have fewer members than it takes to be established.
    ESTABLISHED_POINTS: "0",
    EMAIL_VERIFICATION: "off",
    // Most tests settle a bounty on its payout date, without a notice before.
    SETTLEMENT_REVIEW_FROM: "0",
    ...options.env,
  });
  const jobs: CaughtJob[] = [];
  const faults: string[] = [];
  let shift = 0;
  const {
    wallet,
    signer: ownSigner,
    control: signerControl,
    record,
  } = openSigner(
    options.platformSeed ?? new Uint8Array(32).fill(1),
    { ...signerSettings(env), dir: mkdtempSync(join(tmpdir(), "bbux-signer-")), rpcUrl: options.chainUrl },
    { now: () => new Date(Date.now() + shift) },
  );
  const sessionSecret = "a secret for tests, 32 characters";
  const signals = options.signals ?? createLocalSignals();
  const chainUrl = options.chainUrl ?? "http://127.0.0.1:1";
  const real = createGateway({ url: chainUrl });
  const services = createServices({
    env,
    sessionSecret,
    signals,
    chain: {
      gateway: options.gateway?.(real) ?? real,
      rpc: {
        url: chainUrl,
        cluster: options.cluster || options.witness ? "custom" : "local",
        local: options.chainLocal ?? true,
        explorer: null,
      },
      witness: options.witness ? { chain: options.witness, name: "witness.example" } : null,
    },
    ...(options.failpoint && { failpoint: options.failpoint }),
    passwords: options.passwords ?? createPasswords({ cost: CHEAP }),
    ...(options.estimatePassword && { estimatePassword: options.estimatePassword }),
    db: database.db,
    ...(options.chooseReads && { chooseReads: options.chooseReads }),
    signer: options.signer?.(ownSigner) ?? ownSigner,
    viewKeys: wallet.viewKeys(),
    jobs: { list: async () => [], run: async (name) => name === "learn-words" },
    now: () => new Date(Date.now() + shift + (options.skew?.() ?? 0)),
    databaseNow: async () => new Date((await databaseClock(database.db)).getTime() + shift),
    enqueue: async (name, payload) => {
      jobs.push({ name, payload });
    },
  });
  const app = await buildApp({
    env,
    services,
    sessionSecret,
    webDist: join(env.DATA_DIR, "web"),
    logger: options.logger ?? pino({ level: "error" }, { write: (line) => void faults.push(line) }),
  });

  return {
    app,
    database,
    services,
    wallet,
    signerControl,
    jobs,
    travel(milliseconds) {
      shift += milliseconds;
    },
    async member(name, { balance = 0n, verified = true } = {}) {
      const email = `${name}@example.org`;
      const post = (url: string, payload: object) => app.inject({ method: "POST", url, payload });
      const account = { email, password: TEST_PASSWORD };
      const signup = await post("/api/auth/signup", { ...account, username: name });
      if (signup.statusCode !== 200) throw new Error(`sign-up of ${name}: ${signup.body} ${faults.at(-1) ?? ""}`);
      if (verified) {
        const now = { email_verified_at: services.now() };
        await database.ownerDb.updateTable("users").set(now).where("id", "=", signup.json().user.id).execute();
      }
      const login = await post("/api/auth/login", account);
      if (login.statusCode !== 200) throw new Error(`sign-in of ${name}: ${login.body} ${faults.at(-1) ?? ""}`);
      const { token, refreshToken, user } = login.json();
      if (balance > 0n) await deposit(database.db, { member: user.id, amount: balance, cause: `test:${user.id}` });
      return {
        id: user.id,
        username: name,
        ...account,
        token,
        refreshToken,
        headers: { authorization: `Bearer ${token}` },
      };
    },
    listen: () => app.listen({ port: 0, host: "127.0.0.1" }),
    async close() {
      await app.close();
      record.close();
      if (!options.database) await database.drop();
    },
  };
}

/** Inserts a tag with the owner's rights, because tags come from operators. @returns its id */
export async function createTag(database: TestDatabase, name: string): Promise<string> {
  const { id } = await database.ownerDb.insertInto("tags").values({ name }).returning("id").executeTakeFirstOrThrow();
  return id;
}
