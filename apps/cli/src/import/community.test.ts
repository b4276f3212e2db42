import { checkCounters } from "@bbux/api/operator";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ImportContext } from "./context.ts";
import { importDump, total } from "./run.ts";
import { answer, comment, testContext as context, question, silent, user, votes, writeDump } from "./testing.ts";
import { verifyImport } from "./verify/verify.ts";

let base: TestDatabase;
beforeEach(async () => {
  base = await createTestDatabase();
});
afterEach(() => base.drop());

const run = async (folder: string, more: Partial<ImportContext> = {}) =>
  total(await importDump(base.ownerDb, folder, { ...context, ...more }, silent));
const differences = async (folder: string) => (await verifyImport(base.ownerDb, folder, context)).differences;
const wrongCounters = async () => (await checkCounters(base.ownerDb)).mismatches;

const users = [user(7, "Ada"), user(8, "Bo_b")];
const tags = [{ Id: 1, TagName: "physics", Count: 1 }];

async function scores() {
  const { rows } = await sql<Record<string, unknown>>`
    select m.external_id as id, coalesce(p.upvotes, a.upvotes) as up, coalesce(p.downvotes, a.downvotes) as down
    from import_map m left join posts p on p.id = m.id left join answers a on a.id = m.id
    where m.kind in ('question', 'answer') order by m.external_id`.execute(base.db);
  return rows.map(({ id, up, down }) => `${id}: +${up} −${down}`);
}

describe("votes", () => {
  const posts = [
    question(1, "One", "<p>?</p>", { Score: 3 }),
    answer(2, 1, "<p>!</p>", { Score: -2 }),
    question(3, "Three", "<p>?</p>", { Score: 0 }),
    question(4, "Four", "<p>?</p>", { Score: 5 }),
  ];
  const cast = [
    ...votes(1, 2, 5),
    ...votes(1, 3, 2),
    ...votes(2, 2, 1),
    ...votes(2, 3, 3),
    ...votes(3, 2, 2),
    ...votes(3, 3, 2),
    // One upvote fewer than the score suggests: it was removed, or the file is truncated.
    ...votes(4, 2, 5),
    ...votes(4, 3, 1),
    ...votes(99, 2, 1),
    ...votes(1, 8, 1),
    ...votes(1, 1, 1),
  ];

  it("become base counts on both sides that add up to the dump's scores, without voters", async () => {
    const folder = writeDump({ users, tags, posts, votes: cast });
    const { imported, skipped } = await run(folder);
    expect(await scores()).toEqual(["1: +5 −2", "2: +1 −3", "3: +2 −2", "4: +6 −1"]);
    expect(imported).toMatchObject({ "up-votes, as base counts": 13, "down-votes, as base counts": 8 });
    expect(skipped).toEqual({
      "bounties started, in points of that site: BBUX comes in by deposits alone": 1,
      "votes on what is not in the dump": 1,
    });
    expect(await base.db.selectFrom("votes").selectAll().execute()).toEqual([]);
    expect(await wrongCounters()).toEqual([]);
    const verified = await verifyImport(base.ownerDb, folder, context);
    expect(verified.differences).toEqual([]);
    expect(verified.checked).toContain("4 of 4 scores (in 1 the votes add up to something else: the score wins)");
  });

  it("aren't counted twice with a newer dump, which adds only those of its new posts", async () => {
    await run(writeDump({ users, tags, posts, votes: cast }));
    const more = [...posts, question(5, "Five", "<p>?</p>", { Score: 1 })];
    const { imported, present } = await run(
      writeDump({
        users,
        tags,
        posts: more,
        votes: [...cast, ...votes(1, 3, 1), ...votes(5, 2, 2), ...votes(5, 3, 1)],
      }),
    );
    expect(await scores()).toEqual(["1: +5 −2", "2: +1 −3", "3: +2 −2", "4: +6 −1", "5: +2 −1"]);
    expect(imported).toMatchObject({ questions: 1, "up-votes, as base counts": 2, "down-votes, as base counts": 1 });
    expect(present).toMatchObject({ "votes on what was here already": 22 });
    expect(await wrongCounters()).toEqual([]);
  });

  it("start over when another dump replaces one that was interrupted", async () => {
    const folder = writeDump({ users, tags, posts, votes: cast });
    await run(folder);
    // The state after a kill in the middle of Votes.xml.
    await sql`delete from import_map where kind = 'votes-through'`.execute(base.ownerDb);
    await sql`update import_progress set finished = false where stage = 'votes'`.execute(base.ownerDb);
    await run(writeDump({ users, tags, posts, votes: [...cast, ...votes(3, 2, 1)] }));
    expect(await scores()).toEqual(["1: +5 −2", "2: +1 −3", "3: +2 −2", "4: +6 −1"]);
    expect(await wrongCounters()).toEqual([]);
  });

  it("cast here by members are kept alongside the imported ones, and differences are reported", async () => {
    const folder = writeDump({ users, tags, posts, votes: cast });
    await run(folder);
    const { rows } = await sql<{
      id: string;
    }>`select id from import_map where external_id = '1' and kind = 'question'`.execute(base.ownerDb);
    const post = rows[0]?.id ?? "";
    await sql`insert into votes (voter_id, target_id, target_kind, value) select max(id), ${post}, 'post', 1 from users`.execute(
      base.ownerDb,
    );
    await sql`update posts set upvotes = upvotes + 1 where id = ${post}`.execute(base.ownerDb);
    expect(await differences(folder)).toEqual([]);
    await sql`update vote_bases set upvotes = upvotes + 1, downvotes = downvotes + 1 where target_id = ${post}`.execute(
      base.ownerDb,
    );
    expect(await differences(folder)).toEqual([
      "post 1: 5 votes up and 2 down in the dump, 6 and 3 on the platform",
      expect.stringMatching(/^posts\.downvotes of \d+ says 2, counted 3$/),
      expect.stringMatching(/^posts\.upvotes of \d+ says 6, counted 7$/),
    ]);
  });
});

describe("comments", () => {
  const posts = [question(1, "One", "<p>?</p>"), answer(2, 1, "<p>!</p>", { OwnerUserId: 8 })];
  const comments = [
    comment(1, 1, "# no heading, but `code`, *this* & [tag:c++] ![x](y) <b>", { Score: 4 }),
    comment(2, 2, "On the answer", { UserId: "", UserDisplayName: "user4711" }),
    comment(3, 99, "On nothing"),
    comment(4, 1, " "),
  ];

  it("join their question's thread, and those on an answer start with a link to it", async () => {
    const folder = writeDump({ users, tags, posts, comments });
    const { imported, skipped } = await run(folder);
    expect(imported).toMatchObject({
      comments: 2,
      "of them on answers, now in the thread of the question": 1,
      "members who had left": 1,
    });
    expect(skipped).toEqual({ "empty comments": 1, "comments on what is not in the dump": 1 });
    const { rows } = await sql<{ post: string; answer: string; username: string; content: string; upvotes: number }>`
      select c.post_id as post, a.id as answer, u.username, c.content, c.upvotes, c.downvotes, c.created_at, m.licence
      from comments c join import_map m on m.id = c.id and m.kind = 'comment' join users u on u.id = c.author_id
      join answers a on a.post_id = c.post_id order by m.external_id`.execute(base.db);
    const { post, answer: answerId } = rows[0] ?? {};
    const facts = { post, answer: answerId, downvotes: 0, created_at: new Date("2018-03-14T09:00:00Z") };
    expect(rows).toEqual([
      {
        ...facts,
        licence: "CC BY-SA 3.0",
        username: "Ada",
        upvotes: 4,
        content:
          "\\# no heading, but `code`, *this* & [c++](https://test.example/questions/tagged/c%2B%2B \"show questions tagged 'c++'\") \\![x](y) <b>",
      },
      {
        ...facts,
        licence: "CC BY-SA 3.0",
        username: "user4711",
        upvotes: 0,
        content: `On [Bo\\_b’s answer](/posts/${post}#answer-${answerId}):\n\nOn the answer`,
      },
    ]);
    const { comment_count } = await base.db.selectFrom("posts").select("comment_count").executeTakeFirstOrThrow();
    expect(comment_count).toBe(2);
    expect(await wrongCounters()).toEqual([]);
    expect(await differences(folder)).toEqual([]);
    expect((await run(folder)).imported).toEqual(imported);
    await sql`delete from comments where upvotes = 4`.execute(base.ownerDb);
    expect(await differences(folder)).toEqual([
      "comment 1 is missing",
      expect.stringMatching(/^posts\.comment_count of \d+ says 2, counted 1$/),
    ]);
  });
});

it("an import brings no reputation: points come only from what happens here", async () => {
  await run(
    writeDump({ users: [user(7, "Ada", { Reputation: 12_345 })], tags, posts: [question(1, "One", "<p>?</p>")] }),
  );
  const member = await base.db.selectFrom("users").select("reputation_points").executeTakeFirstOrThrow();
  expect(member.reputation_points).toBe(0);
  expect(await wrongCounters()).toEqual([]);
});
