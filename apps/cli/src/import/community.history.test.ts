import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ImportContext } from "./context.ts";
import { importDump, total } from "./run.ts";
import { answer, testContext as context, history, question, silent, user, writeDump } from "./testing.ts";
import { verifyImport } from "./verify/verify.ts";

let base: TestDatabase;
beforeEach(async () => {
  base = await createTestDatabase();
});
afterEach(() => base.drop());

const run = async (folder: string, more: Partial<ImportContext> = {}) =>
  total(await importDump(base.ownerDb, folder, { ...context, ...more }, silent));
const differences = async (folder: string) => (await verifyImport(base.ownerDb, folder, context)).differences;

const users = [user(7, "Ada"), user(8, "Bo_b")];
const tags = [{ Id: 1, TagName: "physics", Count: 1 }];
const later = (day: number) => ({ CreationDate: `2018-04-${String(day).padStart(2, "0")}T10:00:00.000` });

describe("edit history", () => {
  const posts = [
    question(1, "Third title", "<p>Third <em>body</em></p>", { Tags: "<physics><new>" }),
    answer(2, 1, "<p>Better</p>", { LastEditDate: "2018-04-09T10:00:00.000" }),
    answer(3, 1, "<p>Never edited</p>"),
  ];
  const posthistory = [
    history(1, 2, "a", "First _body_\r\n\r\n<!-- language: lang-py -->\r\n\r\n    x = 1"),
    history(1, 1, "a", "First title"),
    history(1, 3, "a", "<physics>"),
    history(3, 2, "b", "Never edited"),
    history(2, 2, "c", "Good", { UserId: 8 }),
    history(1, 5, "d", "Second $a_1*b_2*$", { ...later(1), UserId: 8, Comment: "added a formula" }),
    history(1, 24, "d", "", { ...later(1), Comment: "Proposed by 8" }),
    history(1, 10, "e", "", later(2)),
    history(1, 4, "f", "Third title", { ...later(3), UserId: "", UserDisplayName: "someone" }),
    history(1, 5, "f", "Third *body*", { ...later(3), UserId: "", UserDisplayName: "someone", Comment: "better" }),
    history(1, 6, "f", "<physics><new>", { ...later(3), UserId: "", UserDisplayName: "someone" }),
    history(2, 5, "g", "Better", { ...later(9), UserId: 8 }),
    history(99, 2, "h", "Of a post that is gone"),
  ];
  const versions = async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select m.external_id as id, r.number as n, u.username as by, r.title, r.content, r.tags, r.comment, r.created_at as at
      from revisions r join import_map m on m.id = r.target_id and m.kind in ('question', 'answer')
      left join users u on u.id = r.author_id order by m.external_id, r.number`.execute(base.db);
    return rows;
  };

  it("keeps every version in our Markdown with its author, including the first and the current one", async () => {
    const folder = writeDump({ users, tags, posts, posthistory });
    const { imported, skipped } = await run(folder);
    expect(imported).toMatchObject({ "versions of what was edited": 5, "questions and answers with a history": 2 });
    expect(skipped).toEqual({ "history of posts: closings": 1, "history of posts that are not in the dump": 1 });
    const day = new Date("2018-03-12T17:00:45.567Z");
    expect(await versions()).toEqual([
      {
        id: "1",
        n: 1,
        by: "Ada",
        title: "First title",
        content: "First *body*\n\n```python\nx = 1\n```",
        tags: ["physics"],
        comment: null,
        at: day,
      },
      {
        id: "1",
        n: 2,
        by: "Bo_b",
        title: "First title",
        content: "Second $a_1*b_2*$",
        tags: ["physics"],
        comment: "added a formula",
        at: new Date("2018-04-01T10:00:00Z"),
      },
      {
        id: "1",
        n: 3,
        by: null,
        title: "Third title",
        content: "Third *body*",
        tags: ["physics", "new"],
        comment: "By someone: better",
        at: new Date("2018-04-03T10:00:00Z"),
      },
      { id: "2", n: 1, by: "Bo_b", title: null, content: "Good", tags: [], comment: null, at: day },
      {
        id: "2",
        n: 2,
        by: "Bo_b",
        title: null,
        content: "Better",
        tags: [],
        comment: null,
        at: new Date("2018-04-09T10:00:00Z"),
      },
    ]);
    const post = await base.db.selectFrom("posts").select(["content", "edited_at"]).executeTakeFirstOrThrow();
    expect(post).toEqual({ content: "Third *body*", edited_at: new Date("2018-04-03T10:00:00Z") });
    expect(await differences(folder)).toEqual([]);
    await sql`delete from revisions where number = 3`.execute(base.ownerDb);
    expect(await differences(folder)).toEqual(["post 1: 3 versions in the dump, 2 on the platform"]);
  });

  it("doesn't grow with a newer dump, and is empty if the dump lacks the file", async () => {
    const noHistory = await run(writeDump({ users, tags, posts, posthistory: null }));
    expect(noHistory.noted).toEqual({ "file that the dump lacks: PostHistory.xml, so edits have no history": 1 });
    await run(writeDump({ users, tags, posts, posthistory }));
    expect((await versions()).length).toBe(5);
    const newer = [...posthistory, history(2, 5, "z", "Best", later(20))];
    expect((await run(writeDump({ users, tags, posts, posthistory: newer }))).present).toMatchObject({
      "history of what was here already": 7,
    });
    expect((await versions()).length).toBe(5);
  });

  it("gives every version the same credit as the text itself", async () => {
    await run(writeDump({ users, tags, posts, posthistory }), { attribution: true });
    const { rows } = await sql<{ ending: string }>`
      select distinct right(content, 130) as ending from revisions where target_kind = 'post'`.execute(base.db);
    for (const { ending } of rows)
      expect(ending).toContain("*By Ada on [test.example](https://test.example/questions/1)");
    const last = await sql<{ same: boolean }>`
      select r.content = p.content as same from revisions r join posts p on p.id = r.target_id where r.number = 3`.execute(
      base.db,
    );
    expect(last.rows).toEqual([{ same: true }]);
  });

  it("completes a version whose rows arrive in two batches", async () => {
    const filler = Array.from({ length: 498 }, (_, i) => history(3, 5, `x${i}`, `Never ${i}`, later(1)));
    const split = [
      ...posthistory.slice(0, 1),
      ...filler,
      // Rows 500 and 501 belong to one edit.
      history(1, 5, "f", "Third *body*", { ...later(3), Comment: "both" }),
      history(1, 4, "f", "Third title", later(3)),
    ];
    await run(writeDump({ users, tags, posts, posthistory: split }));
    const ofPost = (await versions()).filter(({ id }) => id === "1");
    expect(ofPost.map(({ n, title, content }) => [n, title, content])).toEqual([
      [1, "Third title", "First *body*\n\n```python\nx = 1\n```"],
      [2, "Third title", "Third *body*"],
    ]);
  });
});

describe("links between questions", () => {
  it("are imported with their kind; those that lead outside the dump are left out", async () => {
    const posts = [1, 2, 3].map((id) => question(id, `Question ${id}`, "<p>?</p>"));
    const link = (from: number, to: number, type: number) => ({
      Id: 1,
      PostId: from,
      RelatedPostId: to,
      LinkTypeId: type,
    });
    const postlinks = [link(1, 2, 1), link(1, 2, 3), link(3, 1, 1), link(1, 99, 1), link(2, 2, 1), link(1, 2, 1)];
    const folder = writeDump({ users, tags, posts, postlinks });
    const { imported, present, skipped } = await run(folder);
    expect(imported["links between questions"]).toBe(3);
    expect(present).toEqual({ "links between questions": 1 });
    expect(skipped).toEqual({ "links with an end that is not in the dump": 1, "links to nothing else": 1 });
    const { rows } = await sql<{ link: string }>`
      select a.title || ' ' || l.kind || ' ' || b.title as link from post_links l
      join posts a on a.id = l.post_id join posts b on b.id = l.related_post_id order by 1`.execute(base.db);
    expect(rows.map((row) => row.link)).toEqual([
      "Question 1 duplicate Question 2",
      "Question 1 linked Question 2",
      "Question 3 linked Question 1",
    ]);
    expect(await differences(folder)).toEqual([]);
    await sql`delete from post_links where kind = 'duplicate'`.execute(base.ownerDb);
    expect(await differences(folder)).toEqual(["question 1 is not duplicate to question 2"]);
  });
});
