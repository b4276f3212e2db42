import { DEFAULT_PARAMETERS, sendMessageInput } from "@bbux/contract";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { audit } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listRooms } from "../../community/chat/index.ts";
import { listFlags } from "../../community/moderation/queue.query.ts";
import { listReviews } from "../../community/moderation/reviews.query.ts";
import { closeProposals, listProposals, stakeNeeded } from "../../governance/proposals/index.ts";
import { payRewards } from "../../governance/rewards/index.ts";
import { listNotifications } from "../../people/notifications/index.ts";
import { noSignals } from "../../platform/signals/index.ts";
import { checkCounters } from "../counters/index.ts";
import { chat } from "./chat.ts";
import { members } from "./members.ts";
import { ratings } from "./ratings.ts";
import { readers } from "./readers.ts";
import { rest } from "./seed.support.ts";
import { seedDemo } from "./seed.ts";

describe("the demo community", () => {
  let base: TestDatabase;
  const now = new Date();
  beforeAll(async () => {
    base = await createTestDatabase();
    await seedDemo({ ...rest, db: base.db, now: () => now });
  });
  afterAll(() => base.drop());

  it("has something in the review queue that both the moderator and the admin can review", async () => {
    const staff = await base.db.selectFrom("users").select("id").where("role", "<>", "user").execute();
    const ctx = { db: base.db, now: () => now, parameterDefaults: DEFAULT_PARAMETERS, verifiesEmail: true };
    const lists = staff.map(({ id }) => listReviews({ ...ctx, viewer: { id } }, { limit: 10 }));
    const found = (await Promise.all(lists)).map(({ items }) => items.length);
    expect(found).toEqual([3, 3]);
  });

  it("has flags for different reasons in the moderation queue, on what others could see and moderators may decide about", async () => {
    const teodor = await base.db.selectFrom("users").select("id").where("username", "=", "teodor").executeTakeFirst();
    const ctx = { db: base.db, now: () => now, parameterDefaults: DEFAULT_PARAMETERS, verifiesEmail: true };
    const { cases } = await listFlags(
      { ...ctx, viewer: { id: teodor?.id ?? "" } },
      { page: 1, limit: 20, status: "open" },
    );
    expect(cases.map(({ target, flagCount }) => [target.type, target.authorUsername, flagCount])).toEqual([
      ["post", "priya", 2],
      ["answer", "kenji", 1],
      ["comment", "ulrike", 1],
      ["message", "oskar", 1],
    ]);
    expect(new Set(cases.flatMap(({ flags }) => flags.map(({ reason }) => reason))).size).toBe(5);
    for (const { target, flags } of cases) {
      expect(target).toMatchObject({ state: "VISIBLE", authorRole: "user", url: expect.stringMatching(/^\//) });
      for (const { createdAt, reporterUsername } of flags) {
        expect(createdAt > target.createdAt && createdAt < now.toISOString(), target.excerpt).toBe(true);
        expect(reporterUsername).not.toBe(target.authorUsername);
      }
    }
  });

  it("has stakes, proposals and refund requests that the platform's rules allow", async () => {
    const { rows: requests } = await sql<{ status: string; posts: string; wrong: number }>`
      select r.status, p.status || ' ' || p.bounty_status as posts,
             count(*) filter (where v.voter_id = r.user_id or v.created_at not between r.created_at and r.expires_at
               or w.first_seen_at > v.created_at - interval '5 minutes' or char_length(v.reason) < 20
               or not exists (select from bookmarks b
                 where b.post_id = r.post_id and b.user_id = v.voter_id and b.created_at < r.created_at))::int as wrong
        from refund_requests r join posts p on p.id = r.post_id join refund_votes v on v.request_id = r.id
        left join refund_views w on w.request_id = r.id and w.viewer_id = v.voter_id
       where r.created_at between p.bounty_expires_at and p.bounty_expires_at + interval '7 days'
       group by r.id, p.id order by r.created_at`.execute(base.db);
    expect(requests).toEqual([
      { status: "COMPLETED", posts: "CLOSED REFUNDED", wrong: 0 },
      { status: "PENDING", posts: "OPEN ESCROWED", wrong: 0 },
    ]);

    const reader = { db: base.db, parameterDefaults: DEFAULT_PARAMETERS };
    const kenji = await base.db
      .selectFrom("users")
      .select("id")
      .where("username", "=", "kenji")
      .executeTakeFirstOrThrow();
    const listed = await listProposals(reader, { page: 1, limit: 10 }, { viewerId: kenji.id, now });
    expect(listed.proposals.map(({ status, votesFor, votesAgainst }) => [status, votesFor, votesAgainst])).toEqual([
      ["OPEN", 2, 1],
      ["EXECUTED", 4, 1],
    ]);
    for (const { id, type, userId, createdAt, closesAt, stakeVoted, quorumStake } of listed.proposals) {
      const { rows } = await sql<{ stake: string; wrong: number }>`
        select coalesce((select stake_after from stake_changes where user_id = ${userId} and created_at < ${createdAt}), 0)::text
                 as stake,
               (select count(*) from proposal_votes v join stakes s on s.user_id = v.voter_id
                 where v.proposal_id = ${id} and (v.stake > s.amount or v.created_at not between ${createdAt} and ${closesAt}))::int as wrong`.execute(
        base.db,
      );
      expect(BigInt(rows[0]?.stake ?? 0)).toBeGreaterThanOrEqual(stakeNeeded(type, DEFAULT_PARAMETERS));
      expect(rows[0]?.wrong).toBe(0);
      expect(Number(stakeVoted)).toBeGreaterThanOrEqual(Number(quorumStake));
    }

    const { rows: days } = await sql<{ missing: string; volumes: string }>`
      select sum(due - paid) as missing, count(distinct volume) as volumes from reward_days having count(*) >= 20`.execute(
      base.db,
    );
    expect(days).toEqual([{ missing: "0", volumes: expect.any(String) }]);
    expect(Number(days[0]?.volumes)).toBeGreaterThan(3);
    expect(await payRewards({ ...reader, now: () => now, failpoint: async () => undefined })).toEqual([]);
    expect((await audit(base.db)).problems).toEqual([]);
    expect((await checkCounters(base.ownerDb)).mismatches).toEqual([]);
    expect(await closeProposals({ ...reader, signals: noSignals, now: () => now })).toEqual({ passed: 0, rejected: 0 });
  });

  it("dates its money when it moved: funds as members joined, then bounties, stakes and rewards, in the public log in that order", async () => {
    const { rows } = await sql<{ kinds: number; early: number; late: number; disordered: number; weeks: number }>`
      with lines as (select created_at, lag(created_at) over (order by id) as before from transparency_log)
      select count(distinct t.kind)::int as kinds, count(distinct date_trunc('week', t.created_at))::int as weeks,
             count(*) filter (where t.created_at < u.created_at)::int as early,
             count(*) filter (where t.created_at > ${now})::int as late,
             (select count(*)::int from lines where created_at < before) as disordered
        from ledger_transfers t left join users u on u.id::text = t.refs ->> 'member'`.execute(base.db);
    expect(rows).toMatchObject([{ early: 0, late: 0, disordered: 0 }]);
    expect(rows[0]?.kinds).toBeGreaterThanOrEqual(6);
    expect(rows[0]?.weeks).toBeGreaterThan(5);
    const { rows: bounties } = await sql`
      select 1 from posts p join ledger_transfers t on t.refs ->> 'post' = p.id::text
       where t.created_at is distinct from case t.kind when 'bounty_placed' then p.created_at else p.bounty_settled_at end`.execute(
      base.db,
    );
    expect(bounties).toEqual([]);
  });

  it("has edit histories, bookmarks, links and ratings", async () => {
    const { rows } = await sql<{ kind: string; n: number; last: boolean; edited: boolean }>`
      select r.target_kind as kind, count(*)::int as n,
             (array_agg(r.content order by r.number desc))[1] = coalesce(p.content, a.content) as last,
             max(r.created_at) = coalesce(p.edited_at, a.edited_at) as edited
      from revisions r left join posts p on p.id = r.target_id left join answers a on a.id = r.target_id
      group by r.target_id, r.target_kind, p.id, a.id order by 1, 2`.execute(base.db);
    expect(rows).toEqual([
      { kind: "answer", n: 2, last: true, edited: true },
      { kind: "post", n: 2, last: true, edited: true },
      { kind: "post", n: 2, last: true, edited: true },
      { kind: "post", n: 3, last: true, edited: true },
    ]);
    const count = async (table: "bookmarks" | "post_links" | "integrity_ratings") =>
      (await base.db.selectFrom(table).select(sql`1`.as("one")).execute()).length;
    expect(await count("bookmarks")).toBeGreaterThan(20);
    expect(await count("post_links")).toBeGreaterThan(4);
    expect(await count("integrity_ratings")).toBe(ratings.length);
    const oskar = await base.db
      .selectFrom("users")
      .select(["integrity_score", "total_ratings"])
      .where("username", "=", "oskar")
      .executeTakeFirst();
    expect(oskar).toEqual({ integrity_score: "9.00", total_ratings: 3 });
  });

  it("notifies members of events that concern them, with some still unread", async () => {
    for (const name of ["maren", "kenji", "amara"]) {
      const { id } = await base.db
        .selectFrom("users")
        .select("id")
        .where("username", "=", name)
        .executeTakeFirstOrThrow();
      const { notifications } = await listNotifications(base.db, id, { page: 1, limit: 100 });
      expect(notifications.filter(({ read }) => read).length, name).toBeGreaterThan(3);
      const unread = notifications.filter(({ read }) => !read);
      expect(unread.length, name).toBeGreaterThan(1);
      expect(unread.length, name).toBeLessThan(20);
      for (const { title, navigation } of notifications) {
        expect(title).not.toBe("News");
        expect(navigation?.url).toMatch(/^\//);
      }
    }
    const readers =
      await sql`select from notifications n join users u on u.id = n.user_id where u.email is null`.execute(base.db);
    expect(readers.rows).toEqual([]);
  });

  it("fills every room with messages in order from members who had joined; demo accounts have unread ones and a mention", async () => {
    const joined = new Map([...members, ...readers].map((member) => [member.username, member.joinedDaysAgo]));
    for (const [room, messages] of Object.entries(chat)) {
      const times = messages.map(({ daysAgo }) => daysAgo);
      expect(times, room).toEqual([...times].sort((a, b) => b - a));
      for (const { author, text, daysAgo } of messages) {
        expect(joined.get(author), author).toBeGreaterThan(daysAgo);
        expect(daysAgo, text).toBeGreaterThan(0);
        expect(sendMessageInput.parse({ roomId: room, content: text }).content).toBe(text);
      }
    }
    const id = async (name: string) =>
      (await base.db.selectFrom("users").select("id").where("username", "=", name).executeTakeFirstOrThrow()).id;
    for (const { username: name } of members) {
      const rooms = await listRooms(base.db, await id(name));
      expect(rooms.map((room) => [room.id, room.joined, room.lastMessageAt !== null])).toEqual(
        ["global-chat", "help", "governance"].map((room) => [room, true, true]),
      );
      expect(
        rooms.reduce((sum, { unread }) => sum + unread, 0),
        name,
      ).toBeGreaterThan(0);
    }
    const { notifications } = await listNotifications(base.db, await id("amara"), { page: 1, limit: 100 });
    const url = expect.stringMatching(/^\/chat\/global-chat\?at=\d+$/);
    expect(notifications.filter(({ message }) => message.includes("Global chat"))).toEqual([
      expect.objectContaining({ kind: "mention", read: false, navigation: { url } }),
    ]);
  });
});
