import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, type Database } from "./connect.ts";
import { type EmbeddedPostgres, startEmbedded } from "./embedded.ts";
import { ensureLogins } from "./logins.create.ts";
import { databaseUrls, LOGINS, type Place, ROLES } from "./logins.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { asOwner } from "./testing.ts";

// On a server of its own, because logins belong to a whole server.
let dir: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "bbux-test-"));
  chmodSync(dir, 0o711);
  server = await startEmbedded({ dataDir: dir, durable: false });
});
afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

const urlOf = (database: string) => {
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return url.href;
};

async function as<T>(
  url: Place,
  login: (typeof LOGINS)[number] | "owner",
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = connect({ url, as: login, max: 1 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
const whoAmI = (url: Place, login: (typeof LOGINS)[number]) =>
  as(url, login, async (db) => (await sql<{ me: string }>`select session_user::text as me`.execute(db)).rows[0]?.me);
const roles = () =>
  as(server.url, "owner", async (db) => {
    const found = await sql`
      select rolname, rolpassword, setconfig, a.xmin::text from pg_authid a left join pg_db_role_setting s on s.setrole = a.oid where rolname like 'bbux\_%' order by 1`.execute(
      db,
    );
    return found.rows;
  });

/** Removes the logins from the server, and what they were given in a database. */
const forgetLogins = (database: string) =>
  asOwner(urlOf(database), async (client) => {
    await client.query("drop owned by bbux_app, bbux_jobs, bbux_read cascade");
    await client.query("drop role bbux_app, bbux_jobs, bbux_read");
  });

/** A database of an earlier release, with its queue. */
async function createOlder(url: string): Promise<void> {
  await as(url, "owner", async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    expect((await migrator.migrateTo("054_backed_transfers")).error).toBeUndefined();
    for (const statement of [
      "create schema pgboss",
      "create type pgboss.job_state as enum ('created', 'active')",
      "create table pgboss.job (id serial, name text, state pgboss.job_state) partition by list (name)",
      "create table pgboss.job_common partition of pgboss.job default",
      "create function pgboss.create_queue(name text) returns text language sql as 'select $1'",
      "insert into pgboss.job (name, state) values ('mail', 'created')",
    ])
      await sql.raw(statement).execute(db);
  });
}

it.each([
  ["a user who may create roles", "maker", "createrole"],
  ["a superuser", "super", "superuser"],
])(
  "an older database of %s, whose app role can't sign in and whose queue is the owner's, is brought along",
  { tags: "proof" },
  async (_, owner, right) => {
    await asOwner(server.url, async (client) => {
      await client.query(`create role ${owner} login password 'a-password' ${right}`);
      await client.query(`create database ${owner} owner ${owner}`);
    });
    const url = urlOf(owner).replace(/\/\/[^@]*/, `//${owner}:a-password`);
    await createOlder(url);
    expect((await migrate(url))[0]).toBe("055_logins");
    for (const login of LOGINS) expect(await whoAmI(url, login)).toBe(ROLES[login]);
    await as(url, "app", (db) => sql`select books_identity()`.execute(db));
    await as(url, "jobs", async (db) => {
      const queued = await sql`update pgboss.job set state = 'active' returning id, name`.execute(db);
      expect(queued.rows).toEqual([{ id: 1, name: "mail" }]);
      // What a later version of the queue does when it upgrades its own tables.
      await sql`alter table pgboss.job add column more text`.execute(db);
      await sql`alter type pgboss.job_state add value 'failed'`.execute(db);
      await sql`create or replace function pgboss.create_queue(name text) returns text language sql as 'select upper($1)'`.execute(
        db,
      );
      const owned = await sql`
      select relname::text from pg_class where relnamespace = 'pgboss'::regnamespace and pg_get_userbyid(relowner) <> 'bbux_jobs'`.execute(
        db,
      );
      expect(owned.rows).toEqual([]);
    });
    await forgetLogins(owner);
  },
);

it("repeating it changes nothing", async () => {
  await ensureLogins(databaseUrls(server.url));
  const before = await roles();
  await ensureLogins(databaseUrls(server.url));
  expect(await roles()).toEqual(before);
});

it("processes that start at once on several databases of a server agree", async () => {
  const names = ["one", "two", "three"];
  await asOwner(server.url, async (client) => {
    for (const name of names) await client.query(`create database ${name}`);
  });
  await forgetLogins("postgres");
  await Promise.all([...names, ...names, ...names].map((name) => ensureLogins(databaseUrls(urlOf(name)))));
  for (const name of names) for (const login of LOGINS) expect(await whoAmI(urlOf(name), login)).toBe(ROLES[login]);
});

it("the logins follow a new password of the owner, and the old ones don't let anybody in", async () => {
  const before = databaseUrls(urlOf("one"));
  const next = new URL(urlOf("one"));
  const old = next.password;
  next.password = "another-password";
  await asOwner(server.url, (client) => client.query("alter role bbux password 'another-password'"));
  await ensureLogins(databaseUrls(next.href));
  for (const login of LOGINS) expect(await whoAmI(next.href, login)).toBe(ROLES[login]);
  await expect(whoAmI(before, "app")).rejects.toThrow("password authentication failed");
  await asOwner(next.href, (client) => client.query(`alter role bbux password '${old}'`));
  await ensureLogins(databaseUrls(urlOf("one")));
});

it("an owner who may no longer change the logins starts, and is told what they lack, unless there's a pooler", {
  tags: "proof",
}, async () => {
  await asOwner(server.url, async (client) => {
    await client.query("create role plain login password 'a-password' superuser");
    await client.query("create database plain owner plain");
  });
  const url = urlOf("plain").replace(/\/\/[^@]*/, "//plain:a-password");
  await ensureLogins(databaseUrls(url));
  await asOwner(server.url, async (client) => {
    await client.query("alter role plain nosuperuser nocreaterole");
    await client.query("grant bbux_app, bbux_jobs to plain");
    await client.query("alter role bbux_app reset statement_timeout");
  });
  const said: string[] = [];
  await migrate(url, { say: (line) => said.push(line) });
  expect(said).toContainEqual(expect.stringContaining("alter role bbux_app set statement_timeout = '2s';"));
  const db = connect({ url, max: 1, statementTimeoutMs: 2_000 });
  const { rows } = await sql`select current_setting('statement_timeout') as timeout`.execute(db);
  await db.destroy();
  expect(rows).toEqual([{ timeout: "2s" }]);
  await expect(ensureLogins(databaseUrls(url, { direct: url }))).rejects.toThrow("may not create the logins");
  await ensureLogins(databaseUrls(urlOf("one")));
});

it("passwords appear in no statement that the server could log, and settings hold without our pools", async () => {
  await asOwner(server.url, async (client) => {
    await client.query("alter system set log_statement = 'all'");
    await client.query("select pg_reload_conf()");
    await client.query("alter role bbux_app password null");
  });
  await ensureLogins(databaseUrls(urlOf("one")));
  const { password } = new URL(databaseUrls(urlOf("one")).app);
  await asOwner(databaseUrls(urlOf("one")).read, async (client) => {
    const { rows } = await client.query(
      "select current_setting('search_path') as path, current_setting('transaction_read_only') as ro",
    );
    expect(rows).toEqual([{ path: "public", ro: "on" }]);
  });
  const log = await asOwner(server.url, (client) =>
    client.query<{ log: string }>("select pg_read_file($1) as log", [join(server.home, "postgres.log")]),
  );
  expect(log.rows[0]?.log).toContain("alter role bbux_app password 'SCRAM-SHA-256$");
  expect(log.rows[0]?.log).not.toContain(password);
});
