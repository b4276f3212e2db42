import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { type RawBuilder, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkCounters } from "./check.query.ts";
import { fixCounters } from "./fix.command.ts";

let base: TestDatabase;
let post: string;
let answer: string;
let comment: string;
let ada: string;
let bob: string;

beforeEach(async () => {
  base = await createTestDatabase();
  const db = base.ownerDb;
  const user = async (username: string) =>
    (
      await db
        .insertInto("users")
        .values({ username, solana_address: username })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  ada = await user("ada");
  bob = await user("bob");
  const values = { author_id: ada, title: "How?", content: "So.", excerpt: "So." };
  const counted = { answer_count: 1, comment_count: 1, upvotes: 6, downvotes: 1 };
  post = (
    await db
      .insertInto("posts")
      .values({ ...values, ...counted })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
  // Deleted content doesn't count.
  const gone = (
    await db
      .insertInto("posts")
      .values({ ...values, deleted_at: new Date() })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
  answer = (
    await db
      .insertInto("answers")
      .values({ post_id: post, author_id: bob, content: "Thus.", downvotes: 1 })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
  await db
    .insertInto("answers")
    .values({ post_id: post, author_id: bob, content: "No.", deleted_at: new Date() })
    .execute();
  comment = (
    await db
      .insertInto("comments")
      .values({ post_id: post, author_id: bob, content: "Hm.", upvotes: 1 })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
  await db
    .insertInto("votes")
    .values([
      { voter_id: bob, target_id: post, target_kind: "post", value: 1 },
      { voter_id: ada, target_id: answer, target_kind: "answer", value: -1 },
      { voter_id: ada, target_id: comment, target_kind: "comment", value: 1 },
    ])
    .execute();
  await db
    .insertInto("vote_bases")
    .values({ target_id: post, target_kind: "post", upvotes: 5, downvotes: 1 })
    .execute();
  const tag = await db
    .insertInto("tags")
    .values({ name: "sql", post_count: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("post_tags")
    .values([post, gone].map((id) => ({ post_id: id, tag_id: tag.id, position: 0, post_created_at: new Date() })))
    .execute();
  await sql`select reputation_award(${ada}, '[{"action": "FIRST_POST", "points": 5}, {"action": "POST_UPVOTED", "points": 2}]', now())`.execute(
    db,
  );
  const rating = { reason: "Kind.", context: "GENERAL", created_at: new Date(), updated_at: new Date() };
  await db
    .insertInto("integrity_ratings")
    .values({ ...rating, rated_id: ada, rater_id: bob, rating: 8 })
    .execute();
  await db.updateTable("users").set({ integrity_score: "8", total_ratings: 1 }).where("id", "=", ada).execute();
});
afterEach(() => base.drop());

const faults: [counter: string, breakIt: () => RawBuilder<unknown>, stored: string, counted: string][] = [
  ["posts.upvotes", () => sql`update posts set upvotes = 7 where id = ${post}`, "7", "6"],
  ["posts.downvotes", () => sql`update posts set downvotes = 0 where id = ${post}`, "0", "1"],
  ["posts.upvotes", () => sql`delete from votes where target_id = ${post}`, "6", "5"],
  ["posts.upvotes", () => sql`update vote_bases set upvotes = 4 where target_id = ${post}`, "6", "5"],
  ["answers.upvotes", () => sql`update answers set upvotes = 1 where id = ${answer}`, "1", "0"],
  ["answers.downvotes", () => sql`update answers set downvotes = 0 where id = ${answer}`, "0", "1"],
  ["comments.upvotes", () => sql`update comments set upvotes = 0 where id = ${comment}`, "0", "1"],
  ["comments.downvotes", () => sql`update comments set downvotes = 3 where id = ${comment}`, "3", "0"],
  ["posts.answer_count", () => sql`update posts set answer_count = 2 where id = ${post}`, "2", "1"],
  ["answers.comment_count", () => sql`update answers set comment_count = 2 where id = ${answer}`, "2", "0"],
  ["posts.comment_count", () => sql`update comments set deleted_at = now() where id = ${comment}`, "1", "0"],
  ["tags.post_count", () => sql`update tags set post_count = 2`, "2", "1"],
  ["users.reputation_points", () => sql`update users set reputation_points = 6 where id = ${ada}`, "6", "7"],
  ["users.integrity_score", () => sql`update users set integrity_score = 5 where id = ${ada}`, "5.00", "8.00"],
  ["users.total_ratings", () => sql`update users set total_ratings = 1 where id = ${bob}`, "1", "0"],
  ["users.trusted_points", () => sql`update users set trusted_points = 3 where id = ${ada}`, "3", "0"],
  ["users.reputation_rows", () => sql`update users set reputation_rows = 3 where id = ${ada}`, "3", "2"],
  ["post_counts", () => sql`update post_counts set n = 3 where status = 'OPEN'`, "3", "1"],
  ["post_weeks", () => sql`update post_weeks set n = 2`, "2", "1"],
  ["post_weeks", () => sql`delete from post_weeks`, "0", "1"],
  ["platform_counts", () => sql`insert into platform_counts (name, shard, n) values ('members', 9, 3)`, "5", "2"],
  ["platform_counts", () => sql`delete from platform_counts where name = 'answers'`, "0", "1"],
  ["platform_counts", () => sql`insert into platform_counts (name, shard, n) values ('stakers', 9, 3)`, "3", "0"],
  ["author_counts.posts", () => sql`update author_counts set posts = 2 where user_id = ${ada}`, "2", "1"],
  ["author_counts.answers", () => sql`delete from author_counts where user_id = ${bob}`, "0", "1"],
  ["post_activity.shown", () => sql`update post_activity set shown = false where post_id = ${post}`, "0", "1"],
  ["post_activity.waiting", () => sql`update post_activity set waiting = true where post_id = ${post}`, "1", "0"],
  [
    "post_activity.active_at",
    () => sql`update post_activity set active_at = '2020-01-01T00:00:00Z' where post_id = ${post}`,
    "1577836800000000",
    expect.any(String),
  ],
  ["author_counts.accepted", () => sql`update author_counts set accepted = 1 where user_id = ${bob}`, "1", "0"],
];

it("the stake counters follow every stake", async () => {
  const kept = async () => {
    const { rows } = await sql<{ name: string; n: string }>`
      select name, sum(n)::text as n from platform_counts where name in ('staked', 'stakers') group by name`.execute(
      base.ownerDb,
    );
    return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
  };
  const change = (statement: RawBuilder<unknown>) => statement.execute(base.ownerDb);
  await change(sql`insert into stakes (user_id, updated_at) values (${ada}, now())`);
  expect(await kept()).toEqual({});
  await change(sql`update stakes set amount = 5`);
  await change(sql`insert into stakes (user_id, amount, updated_at) values (${bob}, 7, now())`);
  expect(await kept()).toEqual({ staked: "12", stakers: "2" });
  await change(sql`update stakes set amount = amount - 5`);
  expect(await kept()).toEqual({ staked: "2", stakers: "1" });
});

describe("totals of the platform and of authors", () => {
  const kept = async () => {
    const { rows } = await sql<{ kept: Record<string, number> }>`
      select json_object_agg(name, n) as kept from (
        select name, sum(n) as n from platform_counts group by name
        union all select u.username || ' ' || k, v::int from author_counts a join users u on u.id = a.user_id,
          json_each_text(json_build_object('posts', a.posts, 'answers', a.answers, 'accepted', a.accepted)) as e (k, v)
        ) as all_kept where n <> 0`.execute(base.ownerDb);
    return rows[0]?.kept;
  };
  const owned = { "ada posts": 1, members: 2 };

  it("follow every change of posts, answers, bounties and members", async () => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(base.ownerDb);
    const answered = { answers: 1, "bob answers": 1 };
    const accepted = { ...answered, answered: 1, "bob accepted": 1 };
    expect(await kept()).toEqual({ ...owned, ...answered });
    // No command gives a post its bounty later, but the counters don't rely on that.
    await run(sql`alter table posts disable trigger posts_bounty_status_decided`);
    await run(sql`
      update posts set bounty_amount = 7, bounty_status = 'ESCROWED', bounty_expires_at = now() where id = ${post}`);
    expect(await kept()).toEqual({ ...owned, ...answered, active: 1, bounties: 1 });
    await run(sql`
      update posts set status = 'COMPLETED', bounty_status = 'PAID', accepted_answer_id = ${answer} where id = ${post}`);
    expect(await kept()).toEqual({ ...owned, ...accepted, bounties: 1, rewards: 7 });
    await run(sql`update posts set deleted_at = now() where id = ${post}`);
    expect(await kept()).toEqual({ members: 2, rewards: 7 });
    await run(sql`update answers set deleted_at = now() where id = ${answer}`);
    await run(sql`update posts set deleted_at = null where id = ${post}`);
    expect(await kept()).toEqual({ ...owned, answered: 1, bounties: 1, rewards: 7 });
    await run(sql`update answers set deleted_at = null where id = ${answer}`);
    expect(await kept()).toEqual({ ...owned, ...accepted, bounties: 1, rewards: 7 });
    await run(sql`update users set deleted_at = now() where id = ${bob}`);
    expect(await kept()).toEqual({ ...owned, ...accepted, bounties: 1, rewards: 7, members: 1 });
    await run(sql`update posts set upvotes = 6, answer_count = 1 where id = ${post}`);
    expect((await checkCounters(base.ownerDb)).total).toBe(0);
  });

  it("stay correct when many answer at the same moment", async () => {
    const say = (n: number) =>
      base.db
        .insertInto("answers")
        .values({ post_id: post, author_id: n % 2 ? ada : bob, content: `${n}` })
        .execute();
    await Promise.all(Array.from({ length: 60 }, (_, n) => say(n)));
    expect(await kept()).toEqual({ ...owned, answers: 61, "ada answers": 30, "bob answers": 31 });
  });
});

describe("checking counters", () => {
  it("finds nothing when all agree, and ignores deleted content", async () => {
    const report = await checkCounters(base.ownerDb);
    expect(report).toMatchObject({ total: 0, mismatches: [] });
    expect(report.checked).toEqual([...new Set(report.checked)]);
    expect(new Set(report.checked)).toEqual(new Set(faults.map(([counter]) => counter)));
  });

  it.each(faults)(
    "names %s when it differs from its rows, and corrects it",
    async (counter, breakIt, stored, counted) => {
      await breakIt().execute(base.ownerDb);
      const { total, mismatches } = await checkCounters(base.ownerDb);
      expect(mismatches).toEqual([{ counter, subject: expect.any(String), stored, counted }]);
      expect(total).toBe(1);
      expect(await fixCounters(base.ownerDb)).toBe(1);
      expect((await checkCounters(base.ownerDb)).total).toBe(0);
    },
  );

  it("lists a bounded number and counts them all", async () => {
    await sql`
      insert into posts (author_id, title, content, excerpt, upvotes)
      select ${ada}, 'Post ' || i, 'x', 'x', 1 from generate_series(1, 120) i`.execute(base.ownerDb);
    const { total, mismatches } = await checkCounters(base.ownerDb, 10);
    expect([total, mismatches.length]).toEqual([120, 10]);
    expect(await fixCounters(base.ownerDb)).toBe(120);
  });

  it("corrects a counter that is voted on at the same time without losing a vote", async () => {
    await sql`
      insert into users (username, solana_address) select 'voter' || i, 'v' || i from generate_series(1, 60) i`.execute(
      base.ownerDb,
    );
    await sql`update posts set upvotes = 500 where id = ${post}`.execute(base.ownerDb);
    const { rows } = await sql<{ id: string }>`select id from users where username like 'voter%'`.execute(base.db);
    const vote = (voter: string) =>
      base.db.transaction().execute(async (trx) => {
        await sql`update posts set upvotes = upvotes + 1 where id = ${post}`.execute(trx);
        await sql`insert into votes (voter_id, target_id, target_kind, value) values (${voter}, ${post}, 'post', 1)`.execute(
          trx,
        );
      });
    const votes = rows.map(({ id }) => vote(id));
    await fixCounters(base.ownerDb);
    await Promise.all(votes);
    expect((await checkCounters(base.ownerDb)).total).toBe(0);
    const { upvotes } = await base.db
      .selectFrom("posts")
      .select("upvotes")
      .where("id", "=", post)
      .executeTakeFirstOrThrow();
    expect(upvotes).toBe(66);
  });
});
