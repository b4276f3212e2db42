import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BOUNTY, bountyCost, DAY_MS, parseAmount, UPLOAD_KEY } from "@bbux/contract";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { audit, totals } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../../platform/errors/errors.ts";
import { checkCounters } from "../counters/index.ts";
import { DEMO_AUTHENTICATOR_KEY, DEMO_PASSWORD, members, signIns as people } from "./members.ts";
import { readers } from "./readers.ts";
import { media, passwords, rest, uploads } from "./seed.support.ts";
import { type DemoSignIn, seedDemo } from "./seed.ts";

describe("the demo community", () => {
  const now = new Date();
  let base: TestDatabase;
  let signIns: DemoSignIn[];
  beforeAll(async () => {
    base = await createTestDatabase();
    signIns = await seedDemo({ ...rest, db: base.db, now: () => now });
  });
  afterAll(() => base.drop());

  it("has bounties and posts in every state, with books that balance", async () => {
    const rows = await base.db.selectFrom("posts").selectAll().execute();
    const states = rows.map((row) => {
      const expired = row.bounty_expires_at !== null && row.bounty_expires_at < now;
      return `${row.status} ${row.bounty_status === "ESCROWED" && expired ? "EXPIRED" : row.bounty_status}`;
    });
    expect(new Set(states)).toEqual(
      new Set([
        ...["OPEN NONE", "OPEN ESCROWED", "OPEN EXPIRED"],
        ...["COMPLETED NONE", "COMPLETED PAID", "CLOSED NONE", "CLOSED REFUNDED"],
      ]),
    );
    for (const row of rows.filter((one) => one.bounty_status === "ESCROWED")) {
      const settledAt = (row.bounty_expires_at?.getTime() ?? 0) + BOUNTY.settlementDays * DAY_MS;
      expect(settledAt, row.title).toBeGreaterThan(now.getTime() + DAY_MS);
    }
    expect((await audit(base.db)).problems).toEqual([]);
    const inEscrow = rows
      .filter((row) => row.bounty_status === "ESCROWED")
      .reduce((sum, row) => sum + BigInt(row.bounty_amount), 0n);
    const received = people.reduce((sum, { funds }) => sum + (parseAmount(funds) ?? 0n), 0n);
    const fees = rows.reduce(
      (sum, row) => sum + bountyCost(BigInt(row.bounty_amount), 500n) - BigInt(row.bounty_amount),
      0n,
    );
    const { rewards } = await base.db
      .selectFrom("reward_days")
      .select(({ fn }) => fn.sum<string>("paid").as("rewards"))
      .executeTakeFirstOrThrow();
    expect(Number(rewards)).toBeGreaterThan(0);
    const treasury = fees - BigInt(rewards);
    expect(await totals(base.db)).toMatchObject({ escrow: inEscrow, treasury, external: -received, pool: 0n });
    expect(signIns.length).toBe(11);
    expect(signIns.flatMap(({ username, authenticatorKey: key }) => (key ? [[username, key]] : []))).toEqual([
      ["ines", DEMO_AUTHENTICATOR_KEY],
    ]);
    expect(signIns.filter(({ emailVerified }) => !emailVerified).map(({ username }) => username)).toEqual(["abena"]);
    expect(signIns.filter(({ frozen }) => frozen).map(({ username }) => username)).toEqual(["mateo"]);
    expect(signIns.filter(({ role }) => role === "admin").length).toBe(1);
    expect(signIns.filter(({ balance }) => Number(balance) >= 1).length).toBeGreaterThanOrEqual(6);
  });

  it("has counters that match their rows, and no vote by an author on their own content", async () => {
    expect((await checkCounters(base.ownerDb)).mismatches).toEqual([]);
    expect(await base.db.selectFrom("vote_bases").selectAll().execute()).toEqual([]);
    const { rows } = await sql<{ n: string; own: string; early: string; late: string }>`
      select count(*) as n, count(*) filter (where v.voter_id = t.author_id) as own,
             count(*) filter (where v.created_at < greatest(t.created_at, u.created_at)) as early,
             count(*) filter (where v.created_at > now()) as late
      from votes v join users u on u.id = v.voter_id join (
        select id, author_id, created_at from posts union all select id, author_id, created_at from answers
        union all select id, author_id, created_at from comments
      ) as t on t.id = v.target_id`.execute(base.db);
    expect(rows).toEqual([{ n: expect.any(String), own: "0", early: "0", late: "0" }]);
    expect(Number(rows[0]?.n)).toBeGreaterThan(500);
    const unused = await base.db.selectFrom("tags").select("name").where("post_count", "=", 0).execute();
    expect(unused.length).toBeLessThan(4);
  });

  it("has members with a reputation and its history: dated, capped, with milestones where they were reached", async () => {
    const { rows } = await sql<{ username: string; points: number; actions: string[]; days: number }>`
      select u.username, u.reputation_points as points, count(distinct date_trunc('day', r.created_at))::int as days,
             array_agg(distinct r.action order by r.action) as actions
      from users u join reputation_events r on r.user_id = u.id where u.email is not null group by u.id`.execute(
      base.db,
    );
    expect(rows.length).toBe(members.length);
    for (const { username: name, points, days, actions } of rows) {
      expect(points, name).toBeGreaterThan(50);
      expect(days, name).toBeGreaterThan(8);
      expect(actions, name).toEqual(expect.arrayContaining(["PROFILE_COMPLETED", "DAILY_LOGIN"]));
    }
    const all = new Set(rows.flatMap(({ actions }) => actions));
    for (const action of ["BOUNTY_WON", "ANSWER_ACCEPTED", "WEEKLY_STREAK", "REPUTATION_MILESTONE", "POST_DOWNVOTED"]) {
      expect(all, action).toContain(action);
    }
    const capped = await sql<{ n: number }>`
      select max(n)::int as n from (select count(*) as n from reputation_events where action like '%\_CREATED'
        group by user_id, date_trunc('day', created_at at time zone 'utc')) as daily`.execute(base.db);
    expect(capped.rows[0]?.n).toBeLessThanOrEqual(5);
  });

  it("has its pictures stored, and works without them when the storage is out of reach", {
    tags: "proof",
  }, async () => {
    const unreachable = { ...media, put: () => Promise.reject(new AppError("SERVICE_UNAVAILABLE")) };
    const shown = async () => {
      const { rows } = await sql<{ url: string; bytes: string }>`
        select m ->> 'url' as url, u.bytes from posts p, jsonb_array_elements(p.media) m
        join uploads u on u.url = m ->> 'url' and u.attached_at is not null`.execute(base.db);
      return rows;
    };
    const pictures = await shown();
    expect(pictures.length).toBe(2);
    for (const { url, bytes } of pictures) {
      const content = readFileSync(join(uploads, url.slice("/uploads/".length)));
      expect([content.length, content.subarray(1, 4).toString()]).toEqual([Number(bytes), "PNG"]);
      expect(url).toMatch(UPLOAD_KEY);
    }
    const other = await createTestDatabase();
    expect((await seedDemo({ ...rest, db: other.db, media: unreachable })).length).toBe(people.length);
    await other.drop();
  });
});

describe("seeding the demo community", () => {
  let base: TestDatabase;
  beforeEach(async () => {
    base = await createTestDatabase();
  });
  afterEach(() => base.drop());

  it("happens once, even if two servers start at the same time, and returns the sign-ins again on later starts", async () => {
    const [one, two] = await Promise.all([seedDemo({ ...rest, db: base.db }), seedDemo({ ...rest, db: base.db })]);
    expect(one).toEqual(two);
    expect(await seedDemo({ ...rest, db: base.db })).toEqual(one);
    const users = await base.db.selectFrom("users").select(["password_hash"]).execute();
    expect(users.length).toBe(people.length + readers.length);
    expect(users.filter((user) => user.password_hash === null).length).toBe(readers.length);
    const [first] = users.filter((user) => user.password_hash !== null);
    expect(await passwords.verify(first?.password_hash ?? null, DEMO_PASSWORD)).toBe(true);
  });

  it("leaves a database with any member in it alone", async () => {
    await base.ownerDb.insertInto("users").values({ username: "somebody", solana_address: "x" }).execute();
    expect(await seedDemo({ ...rest, db: base.db })).toEqual([]);
    expect((await base.db.selectFrom("posts").select("id").execute()).length).toBe(0);
  });

  it("leaves nothing behind when it fails halfway", { tags: "proof" }, async () => {
    const broken = {
      ...rest,
      db: base.db,
      depositAddresses: async (ids: readonly string[]) => ids.map(() => ({ address: "the same for all", version: 1 })),
    };
    await expect(seedDemo(broken)).rejects.toThrow(/duplicate key/);
    expect((await base.db.selectFrom("users").select("id").execute()).length).toBe(0);
    expect((await seedDemo({ ...rest, db: base.db })).length).toBe(people.length);
  });
});
