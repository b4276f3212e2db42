import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Database } from "./connect.ts";
import { LoginError } from "./logins.ts";
import { migrate } from "./migrate.ts";
import { connectWithReplicas, keyOf, type WithReplicas } from "./replicas.ts";
import { startPrimary, type TestPrimary, type TestReplica } from "./testing.replica.ts";
import { asOwner } from "./testing.ts";

// Against real streaming replicas.

let primary: TestPrimary;
let replica: TestReplica;
let connected: WithReplicas;
let said: string[] = [];

/** Without a user, as an operator writes it. */
const placeOf = ({ url }: TestReplica) => {
  const place = new URL(url);
  [place.username, place.password] = ["", ""];
  return place.href;
};
const open = (urls: readonly string[]) =>
  connectWithReplicas(
    { url: primary.server.url, max: 3, statementTimeoutMs: 2_000 },
    { urls, log: (line) => said.push(line), everyMs: 50, maxLagMs: 1_500, patienceMs: 20_000 },
  );

beforeAll(async () => {
  primary = await startPrimary();
  await migrate(primary.server.url);
  replica = await primary.startReplica();
});
afterAll(() => primary.stop());
beforeEach(async () => {
  said = [];
  connected = await open([placeOf(replica)]);
  await expect.poll(() => connected.inUse()).toEqual([true]);
});
afterEach(() => connected.close());

const isReplica = async (db: Database) =>
  (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]?.is;
const hasTag = async (db: Database, name: string) =>
  (await db.selectFrom("tags").select("id").where("name", "=", name).execute()).length > 0;
const addTag = (name: string) =>
  asOwner(primary.server.url, (client) => client.query("insert into tags (name) values ($1)", [name]));

it("reads go to the replica, as the login for reading, and everything else to the primary", async () => {
  expect([await isReplica(connected.chooseReads()), await isReplica(connected.db)]).toEqual([true, false]);
  const { rows } = await sql`select session_user::text as me`.execute(connected.chooseReads());
  expect(rows).toEqual([{ me: "bbux_read" }]);
  await addTag("new");
  await expect.poll(() => hasTag(connected.chooseReads(), "new")).toBe(true);
  expect(said).toEqual([expect.stringContaining("is read from")]);
});

it("a replica that falls behind is left out, and read again when it has caught up", async () => {
  await asOwner(replica.url, (client) => client.query("select pg_wal_replay_pause()"));
  try {
    await addTag("late");
    await expect.poll(() => connected.inUse()).toEqual([false]);
    expect([await isReplica(connected.chooseReads()), await hasTag(connected.chooseReads(), "late")]).toEqual([
      false,
      true,
    ]);
    const other = await open([placeOf(replica)]);
    // One that has only just begun doesn't take it for a recent one.
    expect(other.inUse()).toEqual([false]);
    await other.close();
  } finally {
    await asOwner(replica.url, (client) => client.query("select pg_wal_replay_resume()"));
  }
  await expect.poll(() => connected.inUse()).toEqual([true]);
  expect([await isReplica(connected.chooseReads()), await hasTag(connected.chooseReads(), "late")]).toEqual([
    true,
    true,
  ]);
  expect(said.join("\n")).toContain("is left out: it's behind the primary");
});

it("a replica that stops fails no read, and is read again when it's back", async () => {
  expect(await isReplica(connected.chooseReads())).toBe(true);
  let over = false;
  const answers: (boolean | undefined)[] = [];
  const reading = [1, 2].map(async () => {
    while (!over) answers.push(await isReplica(connected.chooseReads()));
  });
  try {
    await replica.stop();
    await expect.poll(() => connected.inUse()).toEqual([false]);
    over = true;
    await Promise.all(reading);
    expect(await isReplica(connected.chooseReads())).toBe(false);
  } finally {
    over = true;
    await replica.start();
  }
  expect(answers.length).toBeGreaterThan(0);
  await expect.poll(() => connected.inUse()).toEqual([true]);
  expect(await isReplica(connected.chooseReads())).toBe(true);
});

it("what a replica may not show or can't do is asked at the primary", async () => {
  await asOwner(primary.server.url, (client) => client.query("create table of_today (id int)"));
  await asOwner(primary.server.url, (client) => client.query("grant select on of_today to bbux_app"));
  expect((await sql`select * from of_today`.execute(connected.chooseReads())).rows).toEqual([]);
  expect(await connected.chooseReads().selectFrom("sessions").select("id_hash").execute()).toEqual([]);
  expect(connected.inUse()).toEqual([true]);
});

it("a transaction stays where it has begun, and its failure is told", async () => {
  const both = await connected
    .chooseReads()
    .transaction()
    .execute(async (trx) => [await isReplica(trx), await isReplica(trx)]);
  expect(both).toEqual([true, true]);
  const failing = connected
    .chooseReads()
    .transaction()
    .execute((trx) => trx.selectFrom("sessions").select("id_hash").execute());
  await expect(failing).rejects.toMatchObject({ code: "42501" });
  expect(await isReplica(connected.chooseReads())).toBe(true);
});

it("a statement that takes too long at the replica isn't tried at the primary, too", { tags: "proof" }, async () => {
  await expect(sql`select pg_sleep(60)`.execute(connected.chooseReads())).rejects.toMatchObject({ code: "57014" });
  expect(await isReplica(connected.chooseReads())).toBe(true);
});

it("several replicas take turns, a request stays with one, and the primary's own URL isn't one of them", {
  tags: "proof",
}, async () => {
  const second = await primary.startReplica();
  const many = await open([placeOf(replica), placeOf(second), primary.server.url.replace(/\/\/[^@]*@/, "//")]);
  try {
    await expect.poll(() => many.inUse()).toEqual([true, true, false]);
    const portOf = async (reads: Database) =>
      (await sql<{ port: number }>`select inet_server_port() as port`.execute(reads)).rows[0]?.port;
    const seen: (number | undefined)[] = [];
    for (let request = 0; request < 2; request++) {
      const reads = many.chooseReads();
      const ports = new Set([await portOf(reads), ...(await Promise.all([1, 2, 3].map(() => portOf(reads))))]);
      expect(ports.size).toBe(1);
      seen.push(...ports);
    }
    expect(new Set(seen)).toEqual(new Set([replica, second].map(({ url }) => Number(new URL(url).port))));
    expect(keyOf(many.chooseReads())).toBe(keyOf(many.chooseReads()));
    expect(keyOf(many.chooseReads())).not.toBe(keyOf(connected.chooseReads()));
  } finally {
    await many.close();
  }
});

it("a replica's user who could change the books is refused", async () => {
  await expect(open([replica.url])).rejects.toThrow(LoginError);
});

it("a replica that's away at the start doesn't keep anything from starting", async () => {
  const away = await open(["postgresql://127.0.0.1:1/bbux"]);
  expect([away.inUse(), await isReplica(away.chooseReads())]).toEqual([[false], false]);
  await away.close();
});
