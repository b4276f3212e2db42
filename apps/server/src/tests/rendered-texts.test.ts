import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderTexts } from "@bbux/api";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startRenderer } from "../jobs/renderer.ts";
import { createMarkdown } from "../markdown/markdown.ts";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { answer, ask, call, ok } from "./support.ts";

let t: TestApp;
let ann: TestMember;
let postId: string;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  ann = await t.member("ann");
});
afterAll(() => t.close());
beforeEach(async () => {
  postId = await ask(t, ann, { content: "so **true**, @ann" });
});

const markdown = createMarkdown();
const render = () => renderTexts(t.database.db, markdown);
const post = async () => ok(await call(t, "GET", `/posts/${postId}`)).post;
const HTML = '<p>so <strong>true</strong>, <a data-mention="ann" href="/users/ann">@ann</a></p>';
const edit = (content: string) =>
  call(t, "PUT", `/posts/${postId}`, { as: ann, body: { title: "A title that is long enough", content } });
const queued = async () =>
  (await t.database.ownerDb.selectFrom("rendering_queue").select("target_id").execute()).map(
    ({ target_id }) => target_id,
  );

describe("the HTML of texts", () => {
  it("is null until the text is rendered, and then there for posts, answers and their comments, next to the Markdown", async () => {
    const answerId = await answer(t, ann, postId, "an `answer`");
    ok(await call(t, "POST", `/posts/${postId}/comments`, { as: ann, body: { content: "a *comment*" } }));
    ok(await call(t, "POST", `/posts/${postId}/comments`, { as: ann, body: { content: "~~below~~", answerId } }));
    expect((await post()).contentHtml).toBeNull();
    await render();
    const { content, contentHtml, answers, comments } = await post();
    expect([content, contentHtml]).toEqual(["so **true**, @ann", HTML]);
    expect(answers[0]).toMatchObject({ content: "an `answer`", contentHtml: "<p>an <code>answer</code></p>" });
    expect(answers[0].comments[0]).toMatchObject({ contentHtml: "<p><del>below</del></p>" });
    expect(comments[0]).toMatchObject({ contentHtml: "<p>a <em>comment</em></p>" });
    const listed = ok(await call(t, "GET", `/posts/${postId}/answers`)).answers[0];
    expect(listed.contentHtml).toBe("<p>an <code>answer</code></p>");
    expect(await queued()).toEqual([]);
  });

  it("is never that of an earlier version, not even in the response to the edit", async () => {
    const answerId = await answer(t, ann, postId, "first");
    await render();
    expect(ok(await edit("second")).post).toMatchObject({ content: "second", contentHtml: null });
    const path = `/posts/${postId}/answers/${answerId}`;
    const { answer: edited } = ok(await call(t, "PUT", path, { as: ann, body: { content: "second" } }));
    expect(edited).toMatchObject({ content: "second", contentHtml: null });
    expect((await post()).answers[0].contentHtml).toBeNull();
    await render();
    expect(await post()).toMatchObject({ contentHtml: "<p>second</p>", answers: [{ contentHtml: "<p>second</p>" }] });
  });

  it("isn't kept if the text was edited while it was rendered; the new one stays in the queue", async () => {
    await renderTexts(t.database.db, async (text) => {
      const html = await markdown(text);
      if (text.startsWith("so")) ok(await edit("meanwhile"));
      return html;
    });
    expect((await post()).contentHtml).toBeNull();
    expect(await queued()).toEqual([postId]);
    await render();
    expect((await post()).contentHtml).toBe("<p>meanwhile</p>");
  });

  it("isn't made again when something else about the post changes", async () => {
    await render();
    await t.database.ownerDb.updateTable("posts").set({ title: "Another title" }).where("id", "=", postId).execute();
    expect(await queued()).toEqual([]);
    expect((await post()).contentHtml).toBe(HTML);
  });

  it("is made once, though two processes work at the same time", async () => {
    await Promise.all(["one", "two", "three"].map((content) => answer(t, ann, postId, content)));
    const made: string[] = [];
    const counted = async (text: string) => {
      made.push(text);
      return markdown(text);
    };
    const { db } = t.database;
    const [first, second] = await Promise.all([renderTexts(db, counted), renderTexts(db, counted)]);
    expect(first + second).toBe(4);
    expect(made.sort()).toEqual(["one", "so **true**, @ann", "three", "two"]);
    expect((await post()).contentHtml).toBe(HTML);
    expect(await queued()).toEqual([]);
  });

  it("waits in the queue while nothing can be rendered, and is there when it can again", async () => {
    const away = async () => Promise.reject(new Error("away"));
    await expect(renderTexts(t.database.db, away)).rejects.toThrow("away");
    expect(await queued()).toEqual([postId]);
    expect((await post()).contentHtml).toBeNull();
    expect(await render()).toBe(1);
    expect((await post()).contentHtml).toBe(HTML);
  });

  it("stays null for a text that can't be rendered, which leaves the queue and is named, until it is edited", async () => {
    const left: unknown[] = [];
    const onUnrendered = (text: unknown) => left.push(text);
    expect(await renderTexts(t.database.db, async () => null, { onUnrendered })).toBe(0);
    expect(left).toEqual([{ id: postId, kind: "post" }]);
    expect(await queued()).toEqual([]);
    expect((await post()).contentHtml).toBeNull();
    ok(await edit("better"));
    await render();
    expect((await post()).contentHtml).toBe("<p>better</p>");
  });

  it("of a few characters isn't millions: many formulas are left to their readers", { tags: "proof" }, async () => {
    ok(await edit("$\\sqrt x$ ".repeat(1_000)));
    await render();
    expect((await post()).contentHtml).toBeNull();
    expect(await queued()).toEqual([]);
  });

  it("leaves the queue with a text that is gone", async () => {
    await sql`insert into rendering_queue values (1, 'comment')`.execute(t.database.ownerDb);
    await render();
    expect(await queued()).toEqual([]);
  });
});

describe("the renderer of a worker", () => {
  it("stops in the middle of a text, which the next worker takes at once", async () => {
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const endless = () => {
      resolve();
      return new Promise<null>(() => undefined);
    };
    const renderer = startRenderer({ db: t.database.db }, t.app.log, endless);
    await begun;
    await renderer.stop();
    expect(await queued()).toEqual([postId]);
    expect(await render()).toBe(1);
  });
});

describe("the process that renders", () => {
  /** A program in place of the renderer. */
  async function withProgram(code: string, run: (file: string) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), "bbux-markdown-"));
    const file = join(folder, "program.mjs");
    await writeFile(file, code);
    await run(file).finally(() => rm(folder, { recursive: true }));
  }
  const ECHO = 'process.on("disconnect", () => process.exit()); process.on("message", ({ id, text }) => {';

  it("gives up a text that it doesn't get done with, and renders the next", { tags: "proof" }, () =>
    withProgram(`${ECHO} if (text !== "slow <b>") process.send({ id, html: "done" }); });`, async (file) => {
      const program = createMarkdown({ file, patienceMs: 3_000 });
      expect(await program("slow <b>")).toBeNull();
      expect(await program("fast")).toBe("done");
    }),
  );

  it("gives up a text that ends it twice, and renders one that ends it once only", () =>
    withProgram(
      `import { existsSync, writeFileSync } from "node:fs"; const mark = import.meta.filename + ".mark";
       ${ECHO} if (text === "always") process.exit(1);
       if (!existsSync(mark)) { writeFileSync(mark, ""); process.exit(1); } process.send({ id, html: "done" }); });`,
      async (file) => {
        const program = createMarkdown({ file });
        expect(await program("once")).toBe("done");
        expect(await program("always")).toBeNull();
      },
    ));

  it("renders a text after all that it was too busy for at first", { tags: "proof" }, () =>
    withProgram(
      `import { existsSync, writeFileSync } from "node:fs"; const mark = import.meta.filename + ".mark";
       ${ECHO} if (!existsSync(mark)) { writeFileSync(mark, ""); return; } process.send({ id, html: "done" }); });`,
      async (file) => expect(await createMarkdown({ file, patienceMs: 2_000 })("late")).toBe("done"),
    ),
  );

  it("fails if it renders nothing at all, so that no text is given up for that", { tags: "proof" }, async () => {
    await expect(createMarkdown({ file: "/nonexistent.mjs" })("**fine**")).rejects.toThrow(
      "The process of texts ended",
    );
    await withProgram(`${ECHO} });`, async (file) => {
      await expect(createMarkdown({ file, patienceMs: 1_000 })("**fine**")).rejects.toThrow("is silent");
    });
  });

  it("has none of our environment", () =>
    withProgram(`${ECHO} process.send({ id, html: "keys: " + Object.keys(process.env).join() }); });`, async (file) => {
      expect(await createMarkdown({ file })("x")).toBe("keys: ");
    }));
});
