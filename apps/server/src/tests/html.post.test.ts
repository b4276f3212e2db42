import { summaryOf } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { escaped, scriptJson } from "../http/html/escape.ts";
import { readableHtml } from "../http/html/text.ts";
import { createTtlCache } from "../http/html/ttl-cache.ts";
import { createTag, type TestApp, type TestMember } from "../testing.ts";
import { createPagesApp, page, read, visit } from "./html.support.ts";
import { accept, hidden, judge, thing } from "./moderation.support.ts";
import { answer, ask, call, ORIGIN, ok } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
let mona: TestMember;

beforeAll(async () => {
  t = await createPagesApp();
  [ada, bob, mona] = [await t.member("ada"), await t.member("bob"), await judge(t, "mona", "moderator")];
  await createTag(t.database, "money");
});
afterAll(() => t.close());

/** What a member might write to break out of its place in the page. */
const ATTACKS = [
  "</script><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  "--><script>alert(1)</script><!--",
  "</title></head><body onload=alert(1)>",
  "line\u2028sep\u2029end",
  "{{constructor}} $& $1 $`",
  "<!--content--> <!--head-->",
];

describe("members' text", () => {
  it.each(ATTACKS)("%j is text in title, description, data, content and profile, never markup", async (attack) => {
    const id = await ask(t, ada, {
      title: `Why ${attack}`.slice(0, 150),
      content: `${attack}\n\n\`\`\`\n${attack}\n\`\`\``,
    });
    await answer(t, bob, id, attack);
    const shown = await page(t, `/posts/${id}`);
    expect(shown.status).toBe(200);
    for (const found of shown.body.matchAll(/<(script|img|svg|body|iframe)\b[^>]*>/gi)) {
      expect(found[0]).not.toMatch(/onerror|onload|alert/);
    }
    // No script element except for the known ones, which are data or the app's own.
    expect(shown.body).not.toMatch(/<script>\s*alert/);
    for (const [, script] of shown.body.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g))
      expect(script).not.toContain("\u2028");
    const question = z.object({ mainEntity: z.object({ name: z.string(), text: z.string() }) }).parse(shown.data[0]);
    expect(question.mainEntity.name).toBe(`Why ${attack}`.slice(0, 150));
    expect(shown.facts.session).toBe(false);
  });

  it("is truncated if it is long, so a page with a lot of code stays small", async () => {
    const block = { language: "plaintext", code: "<".repeat(20_000) };
    const id = await ask(t, ada, {
      title: "Much code",
      codeBlocks: [{ language: "javascript", code: "short()" }, block, block],
    });
    const shown = await page(t, `/posts/${id}`);
    expect(shown.content).toContain("<pre><code>short()</code></pre>");
    expect(shown.content.match(/&lt;/g)?.length).toBe(12_000 - "short()".length);
    expect(shown.content.match(/<pre>/g)?.length).toBe(2);
  });

  it("in a biography can't break out of its place either", async () => {
    const eve = await t.member("eve");
    ok(await call(t, "POST", "/profile", { as: eve, body: { bio: "</p></main><script>alert(1)</script>" } }));
    const shown = await page(t, "/users/eve");
    expect(shown.content).toContain("&lt;script&gt;alert(1)");
    expect(shown.body).not.toContain("<script>alert");
  });
});

describe("escaping", () => {
  it("leaves nothing that opens a tag, an attribute, or an entity, and no character that XML forbids", () => {
    expect(escaped(`<a b="c" d='e'>&amp;\u0000\u0008\uD800\uFFFF`)).toBe(
      "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;\uFFFD\uFFFD\uFFFD\uFFFD",
    );
  });

  it("of data leaves equivalent JSON that ends no element", () => {
    const value = { a: "</script><!--", b: "\u2028\u2029&" };
    expect(scriptJson(value)).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(scriptJson(value))).toEqual(value);
  });

  it("of Markdown keeps code unchanged and drops markup", () => {
    expect(
      readableHtml(
        "# Head\n\nSome **bold** *word* and [a link](https://x.example/a_(b)) a_b_c\n\n- one\n- two\n\n```js\nif (a < b) {}\n\n**not**\n```\nend",
      ),
    ).toBe(
      '<p dir="auto">Head</p><p dir="auto">Some bold word and a link a_b_c</p><p dir="auto">one</p><p dir="auto">two</p>' +
        '<pre><code>if (a &lt; b) {}\n\n**not**</code></pre><p dir="auto">end</p>',
    );
  });

  // Long enough that anything worse than linear runs into the test's time limit.
  it.each(["[", "`", "![](", "[](()", " * ", "|-"])("doesn't hang on a long run of %j", (piece) => {
    const text = piece.repeat(300_000);
    expect(readableHtml(text)).not.toContain("<script");
    expect(summaryOf(text).length).toBeLessThan(1_000);
  });
});

describe("structured data", () => {
  it("of a question is a QAPage with the accepted answer and the suggested ones", async () => {
    const id = await ask(t, ada, { title: "Which one?", content: "Tell me" });
    const [good, other] = [await answer(t, bob, id, "This one"), await answer(t, mona, id, "That one")];
    ok(await accept(t, ada, id, good));
    const [data] = (await page(t, `/posts/${id}`)).data;
    expect(data).toMatchObject({
      "@context": "https://schema.org",
      "@type": "QAPage",
      mainEntity: {
        "@type": "Question",
        name: "Which one?",
        text: "Tell me",
        answerCount: 2,
        author: { "@type": "Person", name: "ada", url: `${ORIGIN}/users/ada` },
        acceptedAnswer: { "@type": "Answer", text: "This one", url: `${ORIGIN}/posts/${id}#answer-${good}` },
        suggestedAnswer: [{ "@type": "Answer", text: "That one", url: `${ORIGIN}/posts/${id}#answer-${other}` }],
      },
    });
  });

  it("of a shared post isn't a question", async () => {
    const id = await ask(t, ada, { title: "Look", content: "What I found", type: "share" });
    expect((await page(t, `/posts/${id}`)).data[0]).toMatchObject({
      "@type": "DiscussionForumPosting",
      headline: "Look",
    });
  });

  it("of a member is a ProfilePage, and of the front page a WebSite and an Organization", async () => {
    expect((await page(t, "/users/ada")).data[0]).toMatchObject({
      "@type": "ProfilePage",
      mainEntity: { "@type": "Person", name: "ada" },
    });
    expect((await page(t, "/")).data.map((data) => data["@type"])).toEqual(["WebSite", "Organization"]);
  });
});

describe("hidden and deleted content", () => {
  it("a hidden or deleted post reveals neither text nor author; once restored, it is as before", async () => {
    const id = await ask(t, ada, { title: "Zebracorn", content: "Quuxwords" });
    const gone = await ask(t, ada, { title: "Zebracorn", content: "Quuxwords" });
    await hidden(t, mona, thing("post", id));
    ok(await call(t, "DELETE", `/posts/${gone}`, { as: ada }));
    for (const path of [`/posts/${id}`, `/posts/${gone}`, "/community", "/users/ada"]) {
      const { body, status } = await page(t, path);
      expect(body, path).not.toMatch(/Zebracorn|Quuxwords/);
      expect(status).toBe(path.startsWith("/posts") ? 404 : 200);
    }
    ok(
      await call(t, "POST", "/moderation/restore", { as: mona, body: { ...thing("post", id), reason: "It was fine" } }),
    );
    expect((await page(t, `/posts/${id}`)).title).toContain("Zebracorn");
  });

  it("a hidden answer is missing, including from the data", async () => {
    const id = await ask(t, ada, { title: "Still here" });
    const answerId = await answer(t, bob, id, "Flimflamwords");
    await hidden(t, mona, thing("answer", answerId));
    const shown = await page(t, `/posts/${id}`);
    expect(shown.body).not.toContain("Flimflamwords");
    expect(shown.data[0]).toMatchObject({ mainEntity: { answerCount: 0 } });
  });

  it("a former member has no name in their posts, and no profile", async () => {
    const carl = await t.member("carlotta");
    const id = await ask(t, carl, { title: "I was here" });
    ok(await call(t, "POST", "/auth/delete-account", { as: carl, body: { password: carl.password } }));
    const shown = await page(t, `/posts/${id}`);
    expect(shown.body).not.toContain("carlotta");
    expect(shown.content).toContain("a former member");
    expect((await page(t, "/users/carlotta")).status).toBe(404);
  });
});

describe("cached pages", () => {
  it("are rendered once for concurrent requests, a few at a time, and refused if too many wait", async () => {
    let now = 0;
    let running = 0;
    let most = 0;
    const release: (() => void)[] = [];
    const kept = createTtlCache<{ n: string }>(() => new Date(now), 5_000, 1_000);
    const make = (n: string) => async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => release.push(resolve));
      running--;
      return { n };
    };
    const same = [kept("a", make("a")), kept("a", make("other"))];
    const others = Array.from({ length: 300 }, (_, n) =>
      kept(`p${n}`, make(`p${n}`)).then(
        () => "made",
        () => "busy",
      ),
    );
    for (let n = 0; n < 1_000; n++) {
      release.shift()?.();
      await Promise.resolve();
    }
    for (const done of release) done();
    while (release.length > 0 || running > 0) {
      release.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await Promise.all(same)).toEqual([{ n: "a" }, { n: "a" }]);
    const outcomes = await Promise.all(others);
    expect(most).toBe(6);
    expect(outcomes.filter((outcome) => outcome === "busy").length).toBe(300 + 1 - 6 - 200);
    // Expired pages are rendered again.
    now = 5_001;
    const again = kept("a", async () => ({ n: "new" }));
    expect(await again).toEqual({ n: "new" });
  });

  it("a page whose database doesn't respond is still the app's page, with 503, and isn't cached", async () => {
    const id = await ask(t, ada, { title: "Slow" });
    const path = `/posts/${id}`;
    await sql`revoke select on posts from bbux_app`.execute(t.database.ownerDb);
    const shown = await page(t, path);
    await sql`grant select on posts to bbux_app`.execute(t.database.ownerDb);
    expect(shown.status).toBe(503);
    expect(shown.noindex).toBe(true);
    expect(shown.body).toContain('<div id="root">');
    expect(read(await visit(t, path)).status).toBe(200);
  });
});
