import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobPayloads, Services } from "@bbux/api";
import { type ChainGateway, createGateway } from "@bbux/chain";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { deposit } from "@bbux/ledger";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import { type Env, readEnv } from "./env.ts";
import { createServices } from "./services.ts";
import { createLocalSignals } from "./signals.ts";

/** A queued job, caught instead of being run. */
export interface CaughtJob {
  readonly name: keyof JobPayloads;
  readonly payload: JobPayloads[keyof JobPayloads];
}

/** A member made for a test, with what is needed to act as them. */
export interface TestMember {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly refreshToken: string;
  /** `authorization` header of a bearer client. */
  readonly headers: { readonly authorization: string };
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly services: Services;
  readonly jobs: CaughtJob[];
  /** Moves the clock that rules go by. Sessions, which lucia times, keep to the real one. */
  travel(milliseconds: number): void;
  /** Signs up and in over HTTP; `balance` in base units arrives by the ledger's own deposit. */
  member(name: string, options?: { balance?: bigint }): Promise<TestMember>;
  /** Lets the app listen on a free port of loopback and gives its address. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export const TEST_PASSWORD = "correct horse battery";

/**
 * The real app on a real database of its own. Stood in for: the clock, and jobs, which are caught. Limits are off unless
 * `env` turns them on.
 */
export async function createTestApp(
  options: {
    env?: Record<string, string>;
    logger?: FastifyBaseLogger;
    /** Of another app, to stand beside it; it stays when this one closes. */
    database?: TestDatabase;
    signals?: Services["signals"];
    /** JSON-RPC of a chain; without one there is none to reach. */
    chainUrl?: string;
    /** False for a cluster whose SOL is worth something. */
    chainLocal?: boolean;
    /** Wraps the gateway, to see or change what goes through it. */
    gateway?: (real: ChainGateway) => ChainGateway;
    failpoint?: Services["failpoint"];
    /** Of the platform's wallet, 32 bytes: another one has other addresses, so that several apps can share a chain. */
    platformSeed?: Uint8Array;
  } = {},
): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase());
  const env: Env = readEnv({
    NODE_ENV: "test",
    DATA_DIR: mkdtempSync(join(tmpdir(), "bbux-test-")),
    RATE_LIMITS: "off",
    LOG_LEVEL: "silent",
    ...options.env,
  });
  const jobs: CaughtJob[] = [];
  let shift = 0;
  const platformSeed = options.platformSeed ?? new Uint8Array(32).fill(1);
  const secrets = { sessionSecret: "a secret for tests, 32 characters", platformSeed };
  const signals = options.signals ?? createLocalSignals();
  const chainUrl = options.chainUrl ?? "http://127.0.0.1:1";
  const real = createGateway({ url: chainUrl });
  const services = createServices({
    env,
    signals,
    chain: {
      gateway: options.gateway?.(real) ?? real,
      rpc: { url: chainUrl, cluster: "local", local: options.chainLocal ?? true, explorer: null },
    },
    ...(options.failpoint && { failpoint: options.failpoint }),
    db: database.db,
    secrets,
    jobs: { list: async () => [], run: async (name) => name === "learn-words" },
    now: () => new Date(Date.now() + shift),
    enqueue: async (name, payload) => {
      jobs.push({ name, payload });
    },
  });
  const { sessionSecret } = secrets;
  const app = await buildApp({
    env,
    services,
    sessionSecret,
    webDist: join(env.DATA_DIR, "web"),
    logger: options.logger,
  });

  return {
    app,
    database,
    services,
    jobs,
    travel(milliseconds) {
      shift += milliseconds;
    },
    async member(name, { balance = 0n } = {}) {
      const email = `${name}@example.org`;
      const post = (url: string, payload: object) => app.inject({ method: "POST", url, payload });
      const account = { email, password: TEST_PASSWORD };
      const signup = await post("/api/auth/signup", { ...account, username: name });
      if (signup.statusCode !== 200) throw new Error(`sign-up of ${name}: ${signup.body}`);
      const login = await post("/api/auth/login", account);
      if (login.statusCode !== 200) throw new Error(`sign-in of ${name}: ${login.body}`);
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
      if (!options.database) await database.drop();
    },
  };
}

/** Puts a tag where posts can use it. Owner's right: tags come from operators. @returns its id */
export async function createTag(database: TestDatabase, name: string): Promise<string> {
  const { id } = await database.ownerDb.insertInto("tags").values({ name }).returning("id").executeTakeFirstOrThrow();
  return id;
}
