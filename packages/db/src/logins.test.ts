import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Database } from "./connect.ts";
import { databaseUrls, LOGINS, ROLES } from "./logins.ts";
import { migrateWith } from "./migrate.ts";
import { OWNER } from "./owner.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

const PERMISSION_DENIED = { code: "42501" };
const READ_ONLY = { code: "25006" };

let test: TestDatabase;
let readDb: Database;
const dbOf = (login: (typeof LOGINS)[number]) => ({ app: test.db, jobs: test.jobsDb, read: readDb })[login];
beforeAll(async () => {
  test = await createTestDatabase({ max: 2 });
  readDb = connect({ url: test.url, as: "read", max: 2 });
  await sql`insert into tags (name) values ('money')`.execute(test.ownerDb);
});
afterAll(async () => {
  await readDb.destroy();
  await test.drop();
});

describe.each(LOGINS)("the login %s", (login) => {
  const run = (statement: string) => sql.raw(statement).execute(dbOf(login));
  /** In a transaction that may write, which is not the reader's default. */
  const writable = (statement: string) =>
    dbOf(login)
      .transaction()
      .setAccessMode("read write")
      .execute((trx) => sql.raw(statement).execute(trx));

  it("is a session of its own role, not the owner's with another role set", async () => {
    const { rows } = await sql`select session_user::text as session, current_user::text as acting`.execute(dbOf(login));
    expect(rows).toEqual([{ session: ROLES[login], acting: ROLES[login] }]);
  });

  it("can't become the owner or another login, by SET ROLE, a setting, or the session's authorization", async () => {
    const others = ["bbux", OWNER, ...Object.values(ROLES).filter((role) => role !== ROLES[login])];
    for (const other of others) {
      for (const attempt of [
        `set role ${other}`,
        `select set_config('role', '${other}', false)`,
        `set session authorization ${other}`,
      ])
        await expect(run(attempt), attempt).rejects.toMatchObject(PERMISSION_DENIED);
    }
    await run("select set_config('role', session_user, false)");
    expect((await run("select current_user::text as acting")).rows).toEqual([{ acting: ROLES[login] }]);
  });

  it("can't switch off triggers, give itself rights, or create and change tables, functions and roles", async () => {
    for (const statement of [
      "set session_replication_role = replica",
      "alter table ledger_accounts disable trigger all",
      "alter table tags add column more text",
      "drop table tags",
      "create table public.own (id int)",
      "create function public.own() returns int language sql as 'select 1'",
      "create schema own",
      "create role own",
      "alter role bbux_read superuser",
      `grant bbux to ${ROLES[login]}`,
      "copy tags to program 'cat'",
      "select pg_read_file('postgresql.conf')",
    ])
      await expect(writable(statement), statement).rejects.toThrow(/permission denied|must be owner/);
  });

  it("can't write an entry of the ledger or a line of the log", async () => {
    for (const table of [
      "ledger_entries",
      "ledger_accounts",
      "ledger_transfers",
      "ledger_waivers",
      "transparency_sealed",
    ])
      await expect(writable(`insert into ${table} default values`), table).rejects.toMatchObject(PERMISSION_DENIED);
  });
});

describe("the login for reading", () => {
  it("reads content and books", async () => {
    expect((await sql`select name from tags`.execute(readDb)).rows).toEqual([{ name: "money" }]);
    await sql`select u.id, u.username from users u`.execute(readDb);
    await sql`select * from ledger_balances, ledger_entries, transparency_log`.execute(readDb);
  });

  it("reads nothing that signs people in", async () => {
    for (const secret of ["select password_hash from users", "select * from users", "select * from sessions"])
      await expect(sql.raw(secret).execute(readDb), secret).rejects.toMatchObject(PERMISSION_DENIED);
  });

  it("can't write, even if it allows itself writing transactions", async () => {
    const write = sql`update tags set name = 'other'`;
    await expect(write.execute(readDb)).rejects.toMatchObject(READ_ONLY);
    await readDb.connection().execute(async (own) => {
      await sql`set default_transaction_read_only = off`.execute(own);
      await expect(write.execute(own)).rejects.toMatchObject(PERMISSION_DENIED);
      for (const call of ["nextval('ids')", "ledger_roll_up(1)", "fold_wallet_totals()", "skip_ids(5)"])
        await expect(sql.raw(`select ${call}`).execute(own), call).rejects.toMatchObject(PERMISSION_DENIED);
    });
  });
});

describe("the workers' login", () => {
  it("has the same rights as the app's, and the queue's schema besides", async () => {
    const { rows } = await sql`
      with granted as (
        select grantee::regrole::text as login, c.oid::regclass::text as object, privilege_type as privilege
          from pg_class c, aclexplode(c.relacl) where c.relnamespace = 'public'::regnamespace
        union all
        select grantee::regrole::text, c.oid::regclass || '.' || a.attname, privilege_type
          from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) where c.relnamespace = 'public'::regnamespace
        union all
        select grantee::regrole::text, p.oid::regprocedure::text, privilege_type
          from pg_proc p, aclexplode(p.proacl) where p.pronamespace = 'public'::regnamespace)
      select object, privilege, array_agg(login) as logins from granted where login in ('bbux_app', 'bbux_jobs')
       group by 1, 2 having count(*) <> 2`.execute(test.ownerDb);
    expect(rows).toEqual([]);
    await sql`create table pgboss.own (id int)`.execute(test.jobsDb);
    await sql`drop table pgboss.own`.execute(test.jobsDb);
    for (const other of [test.db, readDb])
      await expect(sql`create table pgboss.own (id int)`.execute(other)).rejects.toThrow(/permission denied|read-only/);
  });

  it("gets and loses rights with the app's at the next start", async () => {
    await sql`create table later (id int)`.execute(test.ownerDb);
    await sql`grant select, insert on later to bbux_app`.execute(test.ownerDb);
    await migrateWith(test.ownerDb);
    await sql`insert into later values (1)`.execute(test.jobsDb);
    expect((await sql`select id from later`.execute(readDb)).rows).toEqual([{ id: 1 }]);
    await sql`revoke insert on later from bbux_app`.execute(test.ownerDb);
    await migrateWith(test.ownerDb);
    await expect(sql`insert into later values (1)`.execute(test.jobsDb)).rejects.toMatchObject(PERMISSION_DENIED);
  });
});

describe("the URLs of the logins", () => {
  it("have passwords that follow from the owner's, each another, none of which is the owner's", () => {
    const of = (url: string) => LOGINS.map((login) => new URL(databaseUrls(url)[login]).password);
    const first = of("postgresql://me:first@db.example/bbux");
    expect(of("postgresql://me:first@another.example/other")).toEqual(first);
    const second = of("postgresql://me:second@db.example/bbux");
    expect(new Set([...first, ...second, "first", "second"]).size).toBe(8);
  });

  it("have passwords that follow from the secret if the owner has none, and none without one", () => {
    const url = "postgresql://me@db.example/bbux";
    const { app, hasPasswords } = databaseUrls(url, { secret: "a secret" });
    expect([hasPasswords, new URL(app).password]).toEqual([true, expect.stringMatching(/^[\w-]{43}$/)]);
    expect(databaseUrls(url)).toMatchObject({ app: "postgresql://bbux_app@db.example/bbux", hasPasswords: false });
  });

  it("keep database, options, and a socket instead of a host", () => {
    expect(databaseUrls("postgresql://me@db.example:6432/bbux?application_name=other").jobs).toBe(
      "postgresql://bbux_jobs@db.example:6432/bbux?application_name=other",
    );
    const { app } = databaseUrls("postgresql:///bbux?host=%2Frun%2Fpostgresql&user=me");
    expect(new URL(app).searchParams.get("user")).toBe("bbux_app");
    expect(new URL(app).searchParams.get("host")).toBe("/run/postgresql");
  });

  it("past a pooler have the same users and passwords at its place, where the owner always is", () => {
    const given = { app: "postgresql://shop:p%40w@pooler:6432/bbux", read: "postgresql://shop_read:pw@replica/bbux" };
    const direct = "postgresql://me:pw@db.example:5433/bbux?application_name=other";
    const urls = databaseUrls("postgresql://me:pw@pooler:6432/bbux", { given, direct });
    expect(urls).toMatchObject({ ...given, owner: direct, isPooled: true });
    expect(urls.direct.app).toBe("postgresql://shop:p%40w@db.example:5433/bbux?application_name=other");
    const { password, host } = new URL(urls.direct.jobs);
    expect([password, host]).toEqual([new URL(urls.jobs).password, "db.example:5433"]);
    // That one is another server's.
    expect(urls.direct.read).toBe(given.read);
    const without = databaseUrls("postgresql://me:pw@db.example/bbux");
    expect(without).toMatchObject({ isPooled: false, direct: { app: without.app, jobs: without.jobs } });
  });

  it("are those an operator gave", () => {
    const given = { app: "postgresql://shop:pw@pooler/bbux" };
    expect(databaseUrls("postgresql://me:pw@db.example/bbux", { given })).toMatchObject({ ...given, given: ["app"] });
  });
});
