/** @module-tag proof */

import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { connect, databaseUrls, LoginError, migrate } from "@bbux/db";
import { asOwner, createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";
import pg from "pg";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../../tooling/launch/free-ports.mjs";
import { databaseUrlsOf, openDatabases } from "../databases.ts";
import { readEnv } from "../env.ts";
import { createSignals } from "../signals.ts";
import { listen, ROOM } from "./chat.support.ts";
import { Platform, type Resident } from "./money/platform.ts";
import { HAS_PGBOUNCER, KNOWS_STATEMENTS, startPooler, type TestPooler } from "./pooler.support.ts";
import { fetchAs, processesOf } from "./roles.support.ts";

// With the real PgBouncer; skipped by name where it isn't installed. Run with Debian's 1.18, which knows no named statements in
// transaction mode, and meant for 1.21 and later, too, where they are on.

const STATEMENTS = KNOWS_STATEMENTS ? "on" : "off";
const PERMISSION_DENIED = { code: "42501" };
const CANCELED = { code: "57014" };
const SOL = 1_000_000_000n;

const poolers: TestPooler[] = [];
/** @param settings of a pooler that gives each transaction the session that was used the longest time ago, so that they really mix */
async function poolerInTransactionMode({ url }: TestDatabase, settings = {}): Promise<TestPooler> {
  const mixing = { pool_mode: "transaction", default_pool_size: 4, min_pool_size: 4, server_round_robin: 1 };
  const pooler = await startPooler(url, { ...mixing, ...settings });
  poolers.push(pooler);
  return pooler;
}
const pooled = (pooler: TestPooler, { url }: TestDatabase) => ({
  DATABASE_URL: pooler.through(url),
  DATABASE_DIRECT_URL: url,
  DATABASE_PREPARED_STATEMENTS: STATEMENTS,
});
const urlsOf = (env: Readonly<Record<string, string>>) => databaseUrlsOf(readEnv(env), env.DATABASE_URL ?? "");

describe.skipIf(!HAS_PGBOUNCER)("behind PgBouncer", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    for (const pooler of poolers.splice(0)) await pooler.stop();
    await database.drop();
  });

  describe("in transaction mode, processes with ROLE=web and ROLE=worker", () => {
    let database: TestDatabase;
    let platform: Platform;
    let processes: ReturnType<typeof processesOf>;
    let residents: readonly [Resident, Resident];
    let pooler: TestPooler;
    let webs: string[] = [];
    beforeAll(async () => {
      database = await createTestDatabase();
      pooler = await poolerInTransactionMode(database);
      platform = await Platform.start(2, { database, env: {} });
      const [one, two] = platform.residents;
      if (!one || !two) throw new Error("There are no members");
      residents = [one, two];
      processes = processesOf(platform);
      const port = String(await freePort());
      const shared = { ...pooled(pooler, database), PUBLIC_ORIGIN: `http://127.0.0.1:${port}` };
      await processes.begin("web", { ...shared, ROLE: "web", PORT: port });
      const second = String(await freePort());
      await processes.begin("web2", { ...shared, ROLE: "web", PORT: second });
      await processes.begin("worker", { ...shared, ROLE: "worker" });
      webs = [port, second].map((each) => `http://127.0.0.1:${each}`);
    });
    afterAll(async () => {
      await processes.stop();
      await platform.stop();
    });

    /** Each call at the other process. */
    let turn = 0;
    async function call(as: Resident, method: "GET" | "POST", path: string, body?: object) {
      const { status, body: text } = await fetchAs(as.member, webs[turn++ % webs.length] ?? "", method, path, body);
      expect(status, text).toBe(200);
      return JSON.parse(text);
    }
    /** A connection of the app's login, as the processes have them. */
    async function throughPooler<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
      const client = new pg.Client({ connectionString: urlsOf(pooled(pooler, database)).app });
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    }

    it("ask, answer and vote, by sessions that change between transactions", async () => {
      const [ada, bob] = residents;
      const question = { title: "Who pools?", content: "Tell me", tags: ["money"] };
      for (let round = 0; round < 8; round++) {
        const { post } = await call(ada, "POST", "/api/posts", question);
        const { answer } = await call(bob, "POST", `/api/posts/${post.id}/answers`, { content: `PgBouncer ${round}` });
        await call(ada, "POST", `/api/posts/${post.id}/answers/${answer.id}/vote`, { value: 1 });
        await call(bob, "POST", `/api/posts/${post.id}/vote`, { value: 1 });
        const read = await call(ada, "GET", `/api/posts/${post.id}`);
        expect(read).toMatchObject({ post: { id: post.id, votes: { up: 1 }, answerCount: 1 } });
      }
      const pids = await throughPooler(async (client) => {
        const found = new Set<number>();
        for (let i = 0; i < 8; i++) {
          const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
          if (rows[0]) found.add(rows[0].pid);
        }
        return found;
      });
      expect(pids.size).toBeGreaterThan(1);
    });

    it("deliver a chat message of the one to a listener at the other", async () => {
      const [ada, bob] = residents;
      const [first = "", second = ""] = webs;
      const listener = await listen(first, ada.member.headers, { input: { roomId: ROOM } });
      try {
        const sent = await fetchAs(bob.member, second, "POST", `/api/chat/${ROOM}/messages`, { content: "through" });
        expect(sent.status, sent.body).toBe(200);
        await expect.poll(() => listener.messages().map(({ content }) => content)).toContain("through");
      } finally {
        listener.close();
      }
    });

    it("hear each other's signals, because LISTEN has a session of its own", async () => {
      const log = pino({ level: "silent" });
      const open = () => createSignals({ REDIS_URL: undefined }, urlsOf(pooled(pooler, database)), log);
      const [from, to] = [await open(), await open()];
      let heard = 0;
      to.subscribe("chat", "7", () => heard++);
      for (let nth = 1; nth <= 8; nth++) {
        from.publish("chat", ["7"]);
        await expect.poll(() => heard).toBe(nth);
      }
      for (const each of [from, to]) await each.close();
    });

    it("run jobs and move money: a mail is sent, and a deposit credited", async () => {
      const [ada] = residents;
      await call(ada, "POST", "/api/auth/forgot-password", { email: ada.member.email });
      const outbox = join(processes.folderOf("worker"), "outbox");
      const mails = () =>
        existsSync(outbox) ? readdirSync(outbox).map((name) => readFileSync(join(outbox, name), "utf8")) : [];
      await expect.poll(() => mails().some((mail) => mail.includes(ada.member.email))).toBe(true);
      const payments = [{ to: ada.address, lamports: 5n * SOL }];
      const { bytes } = ada.outsider.pay(payments, await platform.truth.latestBlockhash());
      await platform.truth.send(bytes);
      await expect.poll(() => call(ada, "GET", "/api/wallet")).toMatchObject({ bbuxBalance: "5" });
      await platform.rest();
    });

    it("have a statement timeout and one for idle transactions in each session, from the login", async () => {
      await throughPooler(async (client) => {
        for (let i = 0; i < 8; i++) {
          const { rows } = await client.query(
            `select name, reset_val from pg_settings
              where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
          );
          expect(rows.map(({ reset_val }) => reset_val)).toEqual(["15000", "2000"]);
        }
        await expect(client.query("select pg_sleep(60)")).rejects.toMatchObject(CANCELED);
      });
    });

    it("can't change the books, or become someone who can", async () => {
      await throughPooler(async (client) => {
        for (const statement of [
          "insert into ledger_entries default values",
          "update ledger_accounts set balance = 0",
          "set role bbux_owner",
          "set session authorization bbux",
          "select set_config('role', 'bbux_owner', false)",
        ])
          await expect(client.query(statement), statement).rejects.toMatchObject(PERMISSION_DENIED);
      });
    });
  });

  it("in session mode needs no way past it, and the start says what the mode must be", async () => {
    const pooler = await startPooler(database.url, { pool_mode: "session" });
    poolers.push(pooler);
    const url = pooler.through(database.url);
    await migrate(url);
    const said: string[] = [];
    const { db, close } = await openDatabases(readEnv({}), databaseUrls(url), (line) => said.push(line));
    const { rows } = await sql`show statement_timeout`.execute(db);
    expect(rows).toEqual([{ statement_timeout: "2s" }]);
    await close();
    expect(said).toEqual([
      expect.stringContaining("Without DATABASE_DIRECT_URL it has to keep each connection's session"),
    ]);
  });

  it("is noticed at the end of DATABASE_DIRECT_URL, too", async () => {
    const pooler = await poolerInTransactionMode(database);
    const env = { ...pooled(pooler, database), DATABASE_DIRECT_URL: pooler.through(database.url) };
    const said: string[] = [];
    const { close } = await openDatabases(readEnv(env), urlsOf(env), (line) => said.push(line));
    await close();
    expect(said).toEqual([expect.stringContaining("DATABASE_DIRECT_URL leads to a pooler, too")]);
  });

  it("a login without these timeouts is refused with what to run, because they can't be set for a session", async () => {
    const name = `test_${randomBytes(8).toString("hex")}`;
    const pooler = await poolerInTransactionMode(database);
    await asOwner(database.url, (client) =>
      client.query(`create role ${name} login password 'a-password' in role bbux_app`),
    );
    const given = new URL(pooler.through(database.url));
    [given.username, given.password] = [name, "a-password"];
    const env = { ...pooled(pooler, database), DATABASE_APP_URL: given.href };
    const open = async () => (await openDatabases(readEnv(env), urlsOf(env), () => undefined)).close();
    try {
      const run = `alter role ${name} set statement_timeout = '2000ms'; alter role ${name} set idle_in_transaction_session_timeout = '15000ms';`;
      const refusal = await open().catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(LoginError);
      expect(String(refusal)).toContain(run);
      await asOwner(database.url, (client) => client.query(run));
      await pooler.stop();
      poolers.splice(poolers.indexOf(pooler), 1);
      const fresh = await poolerInTransactionMode(database);
      given.port = new URL(fresh.through(database.url)).port;
      Object.assign(env, pooled(fresh, database), { DATABASE_APP_URL: given.href });
      await open();
      // Past the pooler, it's the same login.
      const past = connect({ url: urlsOf(env), isDirect: true, max: 1 });
      expect((await sql<{ me: string }>`select session_user::text as me`.execute(past)).rows).toEqual([{ me: name }]);
      await past.destroy();
    } finally {
      await asOwner(database.url, async (client) => {
        await client.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [name]);
        await client.query(`drop role ${name}`);
      });
    }
  });

  it.skipIf(KNOWS_STATEMENTS)(
    "before 1.21, in transaction mode, prepared statements are refused at the start",
    async () => {
      const pooler = await poolerInTransactionMode(database, { server_round_robin: 0 });
      const env = { ...pooled(pooler, database), DATABASE_PREPARED_STATEMENTS: "on" };
      await expect(openDatabases(readEnv(env), urlsOf(env), () => undefined)).rejects.toThrow(
        "set DATABASE_PREPARED_STATEMENTS=off",
      );
    },
  );
});
