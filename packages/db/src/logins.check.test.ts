import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { connect } from "./connect.ts";
import { databaseUrls, type Login } from "./logins.ts";
import { asOwner, createTestDatabase, type TestDatabase } from "./testing.ts";

let test: TestDatabase;
let name: string;
beforeAll(async () => {
  test = await createTestDatabase({ max: 2 });
});
afterAll(() => test.drop());

/** As the owner, in the test's database. */
const alter = (...statements: string[]) =>
  asOwner(test.url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

beforeEach(() => {
  name = `test_${randomBytes(8).toString("hex")}`;
});
afterEach(() => alter(`drop owned by ${name}`, `drop role ${name}`));

/** Works on the database with a login that an operator has made. */
async function use(as: Login): Promise<string> {
  const url = new URL(test.url);
  [url.username, url.password] = [name, "a-password"];
  const db = connect({ url: databaseUrls(test.url, { given: { [as]: url.href } }), as, max: 1 });
  try {
    const { rows } = await sql<{ acting: string }>`select current_user::text as acting`.execute(db);
    return rows[0]?.acting ?? "";
  } finally {
    await db.destroy();
  }
}

describe.each<Login>(["app", "jobs", "read"])("a connection as %s", (as) => {
  it("works under an operator's login with these rights", async () => {
    await alter(`create role ${name} login password 'a-password' in role bbux_${as}`);
    expect(await use(as)).toBe(name);
  });

  it.each<[string, (user: string) => string[], RegExp]>([
    ["is a superuser", (user) => [`alter role ${user} superuser`], /is a superuser/],
    [
      "owns a table",
      (user) => [`create table own_${user} (id int)`, `alter table own_${user} owner to ${user}`],
      /owns,.* own_/,
    ],
    [
      "can become a table's owner",
      (user) => [
        `create role owner_${user}`,
        `create table own_${user} (id int)`,
        `alter table own_${user} owner to owner_${user}`,
        `grant owner_${user} to ${user}`,
      ],
      /can become the owner of, own_/,
    ],
    ["can become the owner of the schema", (user) => [`grant bbux_owner to ${user}`], /can become the owner of, /],
    ["can create roles", (user) => [`alter role ${user} createrole`], /has, or can take, the rights of test_/],
    [
      "can run programs on the server",
      (user) => [`grant pg_execute_server_program to ${user}`],
      /pg_execute_server_program/,
    ],
    ["can write every table", (user) => [`grant pg_write_all_data to ${user}`], /pg_write_all_data/],
    ["can write entries", (user) => [`grant insert on ledger_entries to ${user}`], /can write ledger_entries directly/],
    [
      "can set a balance",
      (user) => [`grant update (balance) on ledger_accounts to ${user}`],
      /can write ledger_accounts/,
    ],
    [
      "can become a role that can write entries, though it doesn't inherit that",
      (user) => [
        `create role writer_${user}`,
        `grant insert on ledger_entries to writer_${user}`,
        `alter role ${user} noinherit`,
        `grant writer_${user} to ${user}`,
      ],
      /can write ledger_entries directly/,
    ],
    ["can create tables", (user) => [`grant create on schema public to ${user}`], /can create tables or functions/],
    ["takes another role when it connects", (user) => [`alter role ${user} set role bbux_${as}`], /works as bbux_/],
    [
      "lacks the rights of its purpose",
      (user) => [`revoke bbux_${as} from ${user}`],
      /is neither bbux_\w+ nor a member/,
    ],
  ])("is refused if its login %s", async (_, change, said) => {
    await alter(`create role ${name} login password 'a-password' in role bbux_${as}`, ...change(name));
    try {
      await expect(use(as)).rejects.toThrow(said);
    } finally {
      await alter(`drop table if exists own_${name}`);
      // What the role may have been given has to be dropped first, which fails without the role.
      for (const role of [`owner_${name}`, `writer_${name}`])
        await alter(`drop owned by ${role}`, `drop role ${role}`).catch(() => undefined);
    }
  });

  it("is refused if its login can become another", async () => {
    const other = as === "jobs" ? "app" : "jobs";
    await alter(`create role ${name} login password 'a-password' in role bbux_${as}, bbux_${other}`);
    await expect(use(as)).rejects.toThrow(`can become bbux_${other}`);
  });
});

it("a connection for reading is refused if its login can write anything", async () => {
  await alter(`create role ${name} login password 'a-password' in role bbux_read`, `grant insert on tags to ${name}`);
  await expect(use("read")).rejects.toThrow(
    `BBUX won't work on the database as ${name}: this login can write tags directly`,
  );
});

it("every connection of a pool is examined, and what the server says counts, not the URL", async () => {
  await alter(`create role ${name} login password 'a-password' in role bbux_app`);
  const url = new URL(test.url);
  [url.username, url.password] = [name, "a-password"];
  const db = connect({ url: databaseUrls(test.url, { given: { app: url.href } }), max: 2 });
  try {
    await db.connection().execute(async (first) => {
      await sql`select 1`.execute(first);
      await alter(`alter role ${name} set role bbux_app`);
      await expect(sql`select 1`.execute(db)).rejects.toThrow("works as bbux_app");
    });
  } finally {
    await db.destroy();
  }
});

it("the owner's URL is refused as the app's", async () => {
  await alter(`create role ${name}`);
  const db = connect({ url: databaseUrls(test.url, { given: { app: inject("testServerUrl") } }), max: 1 });
  await expect(sql`select 1`.execute(db)).rejects.toThrow(
    /as bbux: this login is a superuser\. .* set DATABASE_APP_URL/,
  );
  await db.destroy();
});
