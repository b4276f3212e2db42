import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type EmbeddedPostgres, startEmbedded } from "./embedded.ts";
import { databaseUrls } from "./logins.ts";
import { migrate } from "./migrate.ts";
import { asOwner } from "./testing.ts";

// On a server of its own, because roles belong to a whole server.
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

/** A database of a user with this right on the server. @returns its URL as that user */
async function createFor(user: string, right: string): Promise<string> {
  await asOwner(server.url, async (client) => {
    await client.query(`create role ${user} login password 'a-password' ${right}`);
    await client.query(`create database ${user} owner ${user}`);
  });
  return Object.assign(new URL(server.url), { username: user, password: "a-password", pathname: `/${user}` }).href;
}

/** Who owns what there is in the schema, the queue's apart, without what belongs to an extension. */
const ownersIn = (url: string) =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<{ owner: string }>(`
      with made as (
        select 'pg_class'::regclass as classid, oid, relowner as owner from pg_class where relnamespace = 'public'::regnamespace
        union all
        select 'pg_proc'::regclass, oid, proowner from pg_proc where pronamespace = 'public'::regnamespace
        union all
        select 'pg_namespace'::regclass, oid, nspowner from pg_namespace where nspname in ('public', 'pgboss'))
      select distinct pg_get_userbyid(owner)::text as owner from made m
       where not exists (select from pg_depend d where d.deptype = 'e' and d.classid = m.classid and d.objid = m.oid) order by 1`);
    return rows.map(({ owner }) => owner);
  });

const run = (url: string, ...statements: string[]) =>
  asOwner(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

it("a managed server whose user may not make a role for the owner works as before, and says what an administrator can do", {
  tags: "proof",
}, async () => {
  const said: string[] = [];
  const url = await createFor("managed", "");
  const logins = ["app", "jobs", "read"].map((each) => `create role bbux_${each} login password 'a-password'`);
  await run(server.url, ...logins, "grant bbux_app, bbux_jobs to managed");
  const login = (as: string) => Object.assign(new URL(url), { username: `bbux_${as}` }).href;
  const urls = databaseUrls(url, { given: { app: login("app"), jobs: login("jobs"), read: login("read") } });
  await migrate(urls, { say: (line) => said.push(line) });
  expect(said).toEqual([
    expect.stringContaining('have an administrator run: create role bbux_owner; grant bbux_owner to "managed"'),
  ]);
  expect(await ownersIn(url)).toEqual(expect.arrayContaining(["managed"]));
  await run(login("app"), "select fee_in_force('bountyFee', 500)");
  expect(await migrate(urls, { say: (line) => said.push(line) })).toEqual([]);
  expect(said).toHaveLength(2);
  // Once an administrator has done it, the next start hands everything over.
  await run(server.url, "create role bbux_owner", "grant bbux_owner to managed");
  await migrate(urls, { say: (line) => said.push(line) });
  expect(said).toHaveLength(2);
  expect(await ownersIn(url)).toEqual(["bbux_owner"]);
  await run(login("app"), "select fee_in_force('bountyFee', 500)");
});

it.each([
  ["a superuser", "super", "superuser"],
  ["a user who may create roles, though another one has made the owner", "maker", "createrole"],
])(
  "the schema of %s belongs to a role that nobody signs in as, and what is made later does, too",
  { tags: "proof" },
  async (_, user, right) => {
    const url = await createFor(user, right);
    // A role that a superuser has made is given to others by a superuser only (PostgreSQL 16).
    await run(server.url, `grant bbux_owner to ${user}`);
    const said: string[] = [];
    const urls = databaseUrls(url);
    if (right === "createrole")
      await run(server.url, `grant bbux_app, bbux_jobs, bbux_read to ${user} with admin option`);
    await migrate(urls, { say: (line) => said.push(line) });
    expect([await ownersIn(url), said]).toEqual([["bbux_owner"], []]);
    const { rows } = await asOwner(server.url, (client) =>
      client.query("select rolcanlogin, rolsuper, rolcreaterole from pg_roles where rolname = 'bbux_owner'"),
    );
    expect(rows).toEqual([{ rolcanlogin: false, rolsuper: false, rolcreaterole: false }]);
    // As a migration of a later release would.
    await run(
      url,
      "create table later (id int)",
      "create function later() returns trigger language plpgsql security definer as 'begin return null; end'",
      "create trigger later after insert on tags for each row execute function later()",
      "alter table tags add column later text",
    );
    await migrate(urls);
    expect(await ownersIn(url)).toEqual(["bbux_owner"]);
    const before = await ownersIn(url);
    await Promise.all([migrate(urls), migrate(urls), migrate(urls)]);
    expect(await ownersIn(url)).toEqual(before);
  },
);
