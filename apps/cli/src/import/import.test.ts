import { truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ImportContext } from "./context.ts";
import { importDump, total } from "./run.ts";
import { answer, awkwardDump, testContext as context, question, silent, user, writeDump } from "./testing.ts";
import { verifyImport } from "./verify/verify.ts";

let base: TestDatabase;
beforeEach(async () => {
  base = await createTestDatabase();
});
afterEach(() => base.drop());

const run = async (folder: string, more: Partial<ImportContext> = {}) =>
  total(await importDump(base.ownerDb, folder, { ...context, ...more }, silent));

/** Everything an import writes, as one value. */
async function contents(): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(u order by id) from users u) as users, (select json_agg(t order by id) from tags t) as tags,
           (select json_agg(p order by id) from posts p) as posts, (select json_agg(a order by id) from answers a) as answers,
           (select json_agg(m order by kind, external_id) from import_map m) as map,
           (select json_agg(p order by post_id, tag_id) from post_tags p) as post_tags
  `.execute(base.ownerDb);
  return rows[0];
}

describe("an import", () => {
  it("imports questions, answers, accept marks, tags, and members, and reports what it left out and why", async () => {
    const counts = await run(awkwardDump());
    expect(counts).toEqual({
      imported: {
        members: 7,
        tags: 4,
        questions: 6,
        "of them closed": 2,
        "tag descriptions": 1,
        "members who had left": 2,
        answers: 3,
        "accept marks": 2,
      },
      present: {},
      skipped: {
        "answers whose question is not in the dump": 1,
        "answers with an empty body": 1,
        "questions without a title": 1,
        "tag excerpts whose tag is gone": 1,
        "tag wikis (only their excerpts are used)": 1,
      },
      noted: { "questions without tags": 1, "questions longer than our form allows, kept whole": 1 },
    });
    const { rows } = await sql`
      select m.external_id as id, p.title, p.content, p.status, p.upvotes, p.downvotes, p.answer_count, p.edited_at,
             (select a.external_id from import_map a where a.kind = 'answer' and a.id = p.accepted_answer_id) as accepted
      from posts p join import_map m on m.id = p.id and m.kind = 'question' where m.external_id <> '12' order by p.id
    `.execute(base.db);
    const plain = { upvotes: 3, downvotes: 0, answer_count: 0, edited_at: null, accepted: null };
    expect(rows).toEqual([
      {
        ...plain,
        id: "1",
        title: 'What is "x < y" & why?',
        content: "Let $a_1 < b_2$.",
        status: "COMPLETED",
        answer_count: 2,
        accepted: "3",
      },
      { ...plain, id: "4", title: "Closed without an answer", content: "Hm.", status: "CLOSED" },
      {
        ...plain,
        id: "5",
        title: "Closed, yet answered",
        content: "Hm, hm.",
        status: "COMPLETED",
        answer_count: 1,
        accepted: "6",
        edited_at: new Date("2019-01-01T00:00:00Z"),
      },
      {
        ...plain,
        id: "8",
        title: "The accepted answer was deleted",
        content: "Gone.",
        status: "OPEN",
        upvotes: 0,
        downvotes: 2,
      },
      { ...plain, id: "9", title: "With a tag that the list lacks", content: "Who tags?", status: "OPEN" },
    ]);
    const tags = await base.db
      .selectFrom("tags")
      .select(["name", "post_count", "description"])
      .orderBy("name")
      .execute();
    expect(tags).toEqual([
      { name: "c++", post_count: 1, description: null },
      { name: "new-tag", post_count: 1, description: null },
      { name: "physics", post_count: 4, description: "How the world works." },
      { name: "unused", post_count: 0, description: null },
    ]);
  });

  it("gives every member a unique, valid username and no way to sign in", async () => {
    await run(awkwardDump());
    const members = await base.db
      .selectFrom("users")
      .select([
        "username",
        "email",
        "password_hash",
        "solana_address",
        "created_at",
        "role",
        sql`profile`.as("profile"),
      ])
      .orderBy("id")
      .execute();
    expect(members.map(({ username }) => username)).toEqual([
      "Community-1",
      "Zoe_Muller",
      "Zoe_Muller-8",
      "user-9",
      "user-10",
      "A_very_long_name_that_goes_on_",
      "x-12",
      "deleted_user",
      "user4711",
    ]);
    expect(new Set(members.map((member) => member.solana_address)).size).toBe(9);
    expect(members.every((member) => member.email === null && member.password_hash === null)).toBe(true);
    expect(members.every((member) => member.role === "user")).toBe(true);
    expect(members[1]?.created_at).toEqual(new Date("2018-03-12T17:00:45.567Z"));
    expect(members[1]?.profile).toEqual({
      firstName: "Zoë Müller",
      bio: "I **ask**",
      location: "Graz",
      website: "https://zoe.example/",
    });
  });

  it("treats former members of the same name as one person, whatever number follows the name", async () => {
    await run(awkwardDump());
    const { rows } = await sql<{ n: string }>`
      select count(distinct author_id) as n from answers a join import_map m on m.id = a.id and m.kind = 'answer'
      where m.external_id in ('3', '6')
    `.execute(base.db);
    expect(rows).toEqual([{ n: "1" }]);
  });

  it("changes nothing when it is repeated", async () => {
    const folder = awkwardDump();
    const first = await run(folder);
    const before = await contents();
    expect(await run(folder)).toEqual(first);
    expect(await contents()).toEqual(before);
  });

  it("adds what is new in a newer dump", async () => {
    await run(awkwardDump());
    const more = writeDump({
      users: [user(7, "Zoë Müller"), user(20, "New")],
      tags: [{ Id: 1, TagName: "physics", Count: 5 }],
      posts: [
        question(1, "What?", "<p>Changed since</p>"),
        question(30, "New one", "<p>?</p>"),
        answer(31, 4, "<p>!</p>"),
      ],
    });
    const { imported, present } = await run(more);
    expect(imported).toEqual({ members: 1, questions: 1, answers: 1 });
    expect(present).toEqual({ members: 1, tags: 1, questions: 1 });
    const post = await base.db
      .selectFrom("posts")
      .select("content")
      .where("title", "=", 'What is "x < y" & why?')
      .execute();
    expect(post).toEqual([{ content: "Let $a_1 < b_2$." }]);
  });

  it("matches the dump when verified, and reports where it doesn't", async () => {
    const folder = awkwardDump();
    await run(folder);
    expect((await verifyImport(base.ownerDb, folder, context)).differences).toEqual([]);
    await base.ownerDb
      .updateTable("posts")
      .set({ accepted_answer_id: null, status: "OPEN" })
      .where("title", "like", "What%")
      .execute();
    await base.ownerDb.updateTable("tags").set({ post_count: 17 }).where("name", "=", "c++").execute();
    const { differences } = await verifyImport(base.ownerDb, folder, context);
    expect(differences).toEqual([
      expect.stringMatching(/^question 1: the accept mark is on none, not on \d+$/),
      expect.stringMatching(/^tags\.post_count of \d+ says 17, counted 1$/),
    ]);
  });

  it("merges with the platform's existing tags and names", async () => {
    await base.ownerDb.insertInto("tags").values({ name: "Physics", description: "Ours" }).execute();
    await base.ownerDb.insertInto("users").values({ username: "zoe_muller", solana_address: "taken" }).execute();
    await run(awkwardDump());
    const tags = await base.db
      .selectFrom("tags")
      .select(["name", "description", "post_count"])
      .where("name", "ilike", "physics")
      .execute();
    expect(tags).toEqual([{ name: "Physics", description: "Ours", post_count: 4 }]);
    const members = await base.db
      .selectFrom("users")
      .select("username")
      .where("username", "ilike", "zoe%")
      .orderBy("id")
      .execute();
    expect(members.map(({ username }) => username)).toEqual(["zoe_muller", "Zoe_Muller-7", "Zoe_Muller-8"]);
  });

  it("credits author, source, and license under each text if asked to", async () => {
    await run(awkwardDump(), { attribution: true });
    const { rows } = await sql<{ content: string; excerpt: string; licence: string }>`
      select p.content, p.excerpt, m.licence from posts p join import_map m on m.id = p.id and m.kind = 'question' where m.external_id = '1'
    `.execute(base.db);
    expect(rows).toEqual([
      {
        content:
          "Let $a_1 < b_2$.\n\n*By Zoë Müller on [test.example](https://test.example/questions/1), [CC BY-SA 3.0](https://creativecommons.org/licenses/by-sa/3.0/).*",
        excerpt: "Let $a_1 < b_2$.",
        licence: "CC BY-SA 3.0",
      },
    ]);
  });

  it("skips a single row that the database rejects, and continues", async () => {
    const words = Array.from({ length: 60_000 }, (_, i) => `w${i.toString(36)}x`).join(" ");
    const folder = writeDump({
      users: [user(7, "Ada")],
      tags: [],
      posts: [
        question(1, "Fine", "<p>Text</p>"),
        question(2, "A date out of range", "<p>Text</p>", { Score: 99_999_999_999 }),
        question(3, "Too long", `<p>${words.repeat(2)}</p>`),
        question(4, "Fine, too", "<p>Text</p>"),
      ],
    });
    const { imported, skipped } = await run(folder);
    expect(imported.questions).toBe(2);
    expect(Object.keys(skipped)).toEqual([
      "questions longer than 400 KB",
      expect.stringMatching(/^rows that the database refused: .*out of range/),
    ]);
  });

  it("rejects a folder that isn't a dump and a truncated file, with a readable message", async () => {
    await expect(run("/nowhere")).rejects.toThrow("There is no folder /nowhere");
    await expect(run(tmpdir())).rejects.toThrow("has no Users.xml");
    const folder = awkwardDump();
    truncateSync(join(folder, "Posts.xml"), 900);
    await expect(run(folder)).rejects.toThrow(/Posts.xml cannot be read: .* Is the file complete\?/);
  });

  it("waits for another import of the same dump, so that nothing is imported twice", async () => {
    const folder = awkwardDump();
    await Promise.all([run(folder), run(folder)]);
    expect((await verifyImport(base.ownerDb, folder, context)).differences).toEqual([]);
  });
});
