import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DatabaseUrls, databaseUrls, type Login } from "@bbux/db";
import { createTestDatabase, migrateOne, type TestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabases } from "../databases.ts";
import { readEnv } from "../env.ts";
import { createBoss } from "../jobs/jobs.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { ServerProcess } from "./money/process.ts";

let t: TestApp;
let base: TestDatabase;
beforeAll(async () => {
  t = await createTestApp();
  base = await createTestDatabase({ max: 2 });
});
afterAll(async () => {
  await base.drop();
  await t.close();
});

it.each(["app", "jobs"] as const)(
  "nobody who speaks through the connections of %s becomes the owner and gives a member money",
  async (login) => {
    const owner = await t.member(`rich-${login}`, { balance: 5n });
    const db = login === "app" ? t.database.db : t.database.jobsDb;
    const gift = sql`update ledger_accounts set balance = balance + 1 where owner = ${owner.id}`;
    await db.connection().execute(async (own) => {
      for (const attempt of [sql`set_config('role', session_user, false)`, sql`set_config('role', 'none', false)`])
        await sql`select ${attempt}`.execute(own);
      const denied = { code: "42501" };
      await expect(sql`set role bbux`.execute(own)).rejects.toMatchObject(denied);
      await expect(sql`set session_replication_role = replica`.execute(own)).rejects.toMatchObject(denied);
      await expect(gift.execute(own)).rejects.toMatchObject(denied);
    });
    const { rows } = await sql`select balance from ledger_accounts where owner = ${owner.id}`.execute(
      t.database.ownerDb,
    );
    expect(rows).toEqual([{ balance: "5" }]);
  },
);

it("a server whose login is the owner refuses to start and says what to do", { tags: "proof" }, async () => {
  const env = {
    PATH: process.env.PATH ?? "",
    DATA_DIR: mkdtempSync(join(tmpdir(), "bbux-test-")),
    PORT: "0",
    LOCAL_CHAIN_PORT: "0",
    DATABASE_URL: base.url,
    DATABASE_APP_URL: base.url,
  };
  await expect(ServerProcess.start({ env })).rejects.toThrow(
    /BBUX won't work on the database as bbux: this login is a superuser\. It needs the rights of bbux_app and no others.* DATABASE_APP_URL/,
  );
});

it.each<[string, (urls: DatabaseUrls) => Partial<Record<Login | "owner", string>>, string]>([
  ["workers", ({ owner }) => ({ jobs: owner }), "set DATABASE_JOBS_URL"],
  ["readers", ({ owner }) => ({ read: owner }), "set DATABASE_READ_URL"],
  ["requests, which is the workers'", ({ jobs }) => ({ app: jobs }), "as bbux_jobs: this login can become bbux_jobs"],
])("a process doesn't open the database with a wrong login for %s", async (_, change, said) => {
  const urls = databaseUrls(base.url);
  const opened = openDatabases(readEnv({}), { ...urls, ...change(urls) }, () => undefined);
  await expect(opened).rejects.toThrow(said);
});

it("a process starts while the replica for readers is away, and says so", async () => {
  const said: string[] = [];
  const urls = { ...databaseUrls(base.url), read: "postgresql://bbux_read@127.0.0.1:1/none" };
  const { close } = await openDatabases(readEnv({}), urls, (line) => said.push(line));
  await close();
  expect(said).toEqual([expect.stringContaining("DATABASE_READ_URL")]);
});

it("a queue that an earlier release made as the owner belongs to the workers, with the jobs that wait in it", async () => {
  await sql`drop schema pgboss cascade`.execute(base.ownerDb);
  const earlier = new PgBoss({ connectionString: base.url, max: 1 });
  await earlier.start();
  await earlier.createQueue("mail", { partition: true });
  await earlier.send("mail", { to: "ada" });
  await earlier.stop({ graceful: false });

  await migrateOne(base.ownerDb, "055_logins");
  const boss = createBoss(base.url, 1);
  await boss.start();
  try {
    expect((await boss.fetch<{ to: string }>("mail"))[0]?.data).toEqual({ to: "ada" });
    await boss.createQueue("another", { partition: true });
    const { rows } = await sql`
      select distinct pg_get_userbyid(relowner)::text as owner from pg_class where relnamespace = 'pgboss'::regnamespace`.execute(
      base.ownerDb,
    );
    expect(rows).toEqual([{ owner: "bbux_jobs" }]);
  } finally {
    await boss.stop({ graceful: false });
  }
});

it("the queue's upkeep may take longer than statements of requests and workers, which have two seconds", async () => {
  const limit = "select current_setting('statement_timeout') as limit";
  const boss = createBoss(base.url, 1);
  await boss.start();
  try {
    expect((await boss.getDb().executeSql(limit)).rows).toEqual([{ limit: "0" }]);
  } finally {
    await boss.stop({ graceful: false });
  }
  const { db, jobsDb, close } = await openDatabases(readEnv({}), databaseUrls(base.url), () => undefined);
  for (const each of [db, jobsDb]) expect((await sql.raw(limit).execute(each)).rows).toEqual([{ limit: "2s" }]);
  await close();
});
