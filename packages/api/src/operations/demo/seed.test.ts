import { mkdtempSync, readFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  BOUNTY,
  bountyCost,
  createAnswerInput,
  createCommentInput,
  createPostInput,
  DAY_MS,
  DEFAULT_PARAMETERS,
  parseAmount,
  rateInput,
  SOCIAL_KINDS,
  sendMessageInput,
  socialUrl,
  UPLOAD_KEY,
  username,
  websiteUrl,
} from "@bbux/contract";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { audit, totals } from "@bbux/ledger";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listRooms } from "../../community/chat/index.ts";
import { closeProposals, listProposals, stakeNeeded } from "../../governance/proposals/index.ts";
import { payRewards } from "../../governance/rewards/index.ts";
import { createPasswords } from "../../people/auth/index.ts";
import { listNotifications } from "../../people/notifications/index.ts";
import type { MediaStorage } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { noSignals } from "../../platform/signals/index.ts";
import { checkCounters } from "../counters/index.ts";
import { chat } from "./chat.ts";
import { DEMO_PASSWORD, members } from "./members.ts";
import { posts } from "./posts/index.ts";
import { ratings } from "./ratings.ts";
import { readers } from "./readers.ts";
import { seedDemo } from "./seed.ts";
import { tags } from "./tags.ts";

const passwords = createPasswords({ cost: { memoryCost: 8, timeCost: 1 } });
const uploads = mkdtempSync(join(tmpdir(), "bbux-demo-"));
const media: MediaStorage = {
  incoming: tmpdir(),
  put: async (key, { path }) => {
    await copyFile(path, join(uploads, key));
    return `/uploads/${key}`;
  },
  remove: async () => undefined,
};
const rest = { now: () => new Date(), passwords, depositAddress: (id: string) => `address-${id}`, media };

describe("the demo community's data", () => {
  it("would be accepted by the forms of the platform", () => {
    for (const member of members) expect(username.parse(member.username)).toBe(member.username);
    for (const member of readers) expect(username.parse(member.username)).toBe(member.username);
    for (const { links } of members) {
      for (const [kind, address] of Object.entries(links)) {
        const read = SOCIAL_KINDS.find((social) => social === kind);
        expect(read ? socialUrl(read, address) : websiteUrl(address), address).toMatch(/^https:/);
      }
    }
    for (const rating of ratings)
      expect(rateInput.parse({ ...rating, ratedUserId: "1" })).toMatchObject({ reason: rating.reason });
    for (const { title, tags: names, content, codeBlocks = [], bounty, answers = [], comments = [] } of posts) {
      const amount = bounty && { hasBounty: true, bountyAmount: bounty.amount, bountyDuration: bounty.days };
      expect(createPostInput.parse({ title, content, codeBlocks, tags: names, ...amount })).toMatchObject({
        title,
        content,
      });
      for (const answer of answers) {
        expect(createAnswerInput.parse({ postId: "1", ...answer })).toMatchObject({
          content: answer.content,
          ...(answer.codeBlocks && { codeBlocks: answer.codeBlocks }),
        });
      }
      for (const comment of comments) {
        expect(createCommentInput.parse({ postId: "1", content: comment.content }).content).toBe(comment.content);
      }
    }
  });

  it("has times that are consistent with each other", () => {
    const joined = new Map([...members, ...readers].map((member) => [member.username, member.joinedDaysAgo]));
    for (const post of posts) {
      expect(joined.get(post.author), post.author).toBeGreaterThan(post.daysAgo);
      for (const { author, daysAgo } of [...(post.answers ?? []), ...(post.comments ?? [])]) {
        expect(joined.get(author), author).toBeGreaterThan(daysAgo);
        expect(daysAgo, post.title).toBeLessThan(post.daysAgo);
      }
      for (const { daysAgo, earlier = [] } of [post, ...(post.answers ?? [])]) {
        const times = [daysAgo, ...earlier.map(({ untilDaysAgo }) => untilDaysAgo)];
        expect(times, post.title).toEqual([...times].sort((a, b) => b - a));
        // A post may be edited again a day later.
        const edits = times.slice(1);
        for (const [i, edit] of edits.entries()) expect((edits[i - 1] ?? Infinity) - edit).toBeGreaterThanOrEqual(1);
      }
      for (const { author, accepted } of post.answers ?? [])
        if (accepted && post.bounty) expect(author).not.toBe(post.author);
      expect(post.answers?.filter(({ accepted }) => accepted).length ?? 0, post.title).toBeLessThanOrEqual(1);
    }
    expect(new Set(tags.map(({ name }) => name)).size).toBe(tags.length);
  });
});

describe("seeding the demo community", () => {
  let base: TestDatabase;
  beforeEach(async () => {
    base = await createTestDatabase();
  });
  afterEach(() => base.drop());

  it("creates bounties and posts in every state, with books that balance", async () => {
    const now = new Date();
    const signIns = await seedDemo({ ...rest, db: base.db, now: () => now });
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
    const received = members.reduce((sum, { funds }) => sum + (parseAmount(funds) ?? 0n), 0n);
    const fees = rows.reduce(
      (sum, row) => sum + bountyCost(BigInt(row.bounty_amount), 500n) - BigInt(row.bounty_amount),
      0n,
    );
    expect(await totals(base.db)).toMatchObject({ escrow: inEscrow, treasury: fees, external: -received });
    expect(signIns.length).toBe(8);
    expect(signIns.filter(({ role }) => role === "admin").length).toBe(1);
    expect(signIns.filter(({ balance }) => Number(balance) >= 1).length).toBeGreaterThanOrEqual(6);
  });

  it("creates counters that match their rows, with no vote by an author on their own content", async () => {
    await seedDemo({ ...rest, db: base.db });
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

  it("gives members a reputation with a history: dated, capped, with milestones where they were reached", async () => {
    await seedDemo({ ...rest, db: base.db });
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

  it("stores its pictures, and works without them when the storage is out of reach", async () => {
    const unreachable = { ...media, put: () => Promise.reject(new AppError("SERVICE_UNAVAILABLE")) };
    const shown = async () => {
      const { rows } = await sql<{ url: string; bytes: string }>`
        select m ->> 'url' as url, u.bytes from posts p, jsonb_array_elements(p.media) m
        join uploads u on u.url = m ->> 'url' and u.attached_at is not null`.execute(base.db);
      return rows;
    };
    await seedDemo({ ...rest, db: base.db });
    const pictures = await shown();
    expect(pictures.length).toBe(2);
    for (const { url, bytes } of pictures) {
      const content = readFileSync(join(uploads, url.slice("/uploads/".length)));
      expect([content.length, content.subarray(1, 4).toString()]).toEqual([Number(bytes), "PNG"]);
      expect(url).toMatch(UPLOAD_KEY);
    }
    const other = await createTestDatabase();
    expect((await seedDemo({ ...rest, db: other.db, media: unreachable })).length).toBe(8);
    await other.drop();
  });

  it("creates stakes, proposals and refund requests that the platform's rules allow", async () => {
    const now = new Date();
    await seedDemo({ ...rest, db: base.db, now: () => now });
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

    const days = await payRewards({ ...reader, now: () => now, failpoint: async () => undefined });
    expect(days.length).toBeGreaterThanOrEqual(20);
    for (const { due, paid } of days) expect(paid).toBe(due);
    expect((await audit(base.db)).problems).toEqual([]);
    expect((await checkCounters(base.ownerDb)).mismatches).toEqual([]);
    expect(await closeProposals({ ...reader, signals: noSignals, now: () => now })).toEqual({ passed: 0, rejected: 0 });
  });

  it("creates edit histories, bookmarks, links and ratings", async () => {
    await seedDemo({ ...rest, db: base.db });
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
    await seedDemo({ ...rest, db: base.db });
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
    await seedDemo({ ...rest, db: base.db });
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

  it("happens once, even if two servers start at the same time, and returns the sign-ins again on later starts", async () => {
    const [one, two] = await Promise.all([seedDemo({ ...rest, db: base.db }), seedDemo({ ...rest, db: base.db })]);
    expect(one).toEqual(two);
    expect(await seedDemo({ ...rest, db: base.db })).toEqual(one);
    const users = await base.db.selectFrom("users").select(["password_hash"]).execute();
    expect(users.length).toBe(members.length + readers.length);
    expect(users.filter((user) => user.password_hash === null).length).toBe(readers.length);
    const [first] = users.filter((user) => user.password_hash !== null);
    expect(await passwords.verify(first?.password_hash ?? null, DEMO_PASSWORD)).toBe(true);
  });

  it("leaves a database with any member in it alone", async () => {
    await base.ownerDb.insertInto("users").values({ username: "somebody", solana_address: "x" }).execute();
    expect(await seedDemo({ ...rest, db: base.db })).toEqual([]);
    expect((await base.db.selectFrom("posts").select("id").execute()).length).toBe(0);
  });

  it("leaves nothing behind when it fails halfway", async () => {
    const broken = { ...rest, db: base.db, depositAddress: () => "the same for all" };
    await expect(seedDemo(broken)).rejects.toThrow(/duplicate key/);
    expect((await base.db.selectFrom("users").select("id").execute()).length).toBe(0);
    expect((await seedDemo({ ...rest, db: base.db })).length).toBe(8);
  });
});
