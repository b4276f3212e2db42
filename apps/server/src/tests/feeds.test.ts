import { SaxesParser } from "saxes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, type TestApp, type TestMember } from "../testing.ts";
import { createPagesApp, page, visit } from "./html.support.ts";
import { hidden, judge, thing } from "./moderation.support.ts";
import { ask, call, ORIGIN, ok, refused } from "./support.ts";

let t: TestApp;
let ada: TestMember;

beforeAll(async () => {
  t = await createPagesApp();
  ada = await t.member("ada");
  for (const name of ["money", "C++ & co", "c#", "日本語", "quiet"]) await createTag(t.database, name);
});
afterAll(() => t.close());

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: Element[];
}

/** Parses XML as strictly as a feed reader. */
function parse(xml: string): Element {
  const top: Element = { name: "", attributes: {}, text: "", children: [] };
  const open = [top];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element: Element = { name, attributes: { ...attributes }, text: "", children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return top.children[0] ?? top;
}

const all = (element: Element, name: string) => element.children.filter((child) => child.name === name);
const text = (element: Element, name: string) => all(element, name)[0]?.text ?? "";

/** A feed, after its cache has expired. */
async function feed(path: string): Promise<Element> {
  t.travel(60_000);
  const response = await visit(t, path);
  expect(response.statusCode, response.body).toBe(200);
  expect(response.headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
  return parse(response.body);
}

describe("the feed of the community", () => {
  it("is valid Atom with absolute addresses, authors, and times, newest first", async () => {
    const first = await ask(t, ada, { title: "First", content: "By **hand**", tags: ["money"] });
    const second = await ask(t, ada, { title: "Second", tags: ["money"] });
    const atom = await feed("/feeds/community.atom");
    expect([atom.name, atom.attributes.xmlns]).toEqual(["feed", "http://www.w3.org/2005/Atom"]);
    expect(text(atom, "id")).toBe(`${ORIGIN}/feeds/community.atom`);
    expect(all(atom, "link").map(({ attributes }) => [attributes.rel, attributes.href])).toEqual([
      ["self", `${ORIGIN}/feeds/community.atom`],
      ["alternate", `${ORIGIN}/community`],
    ]);
    const entries = all(atom, "entry");
    expect(entries.slice(0, 2).map((entry) => text(entry, "id"))).toEqual([
      `${ORIGIN}/posts/${second}`,
      `${ORIGIN}/posts/${first}`,
    ]);
    const [newest, oldest] = entries;
    if (!newest || !oldest) throw new Error("The feed lacks its entries");
    expect(text(newest, "title")).toBe("Second");
    expect(text(all(newest, "author")[0] ?? newest, "name")).toBe("ada");
    expect(all(newest, "category").map(({ attributes }) => attributes.term)).toEqual(["money"]);
    for (const name of ["updated", "published"]) expect(Date.parse(text(newest, name))).not.toBeNaN();
    expect(text(atom, "updated")).toBe(text(newest, "updated"));
    expect(text(oldest, "summary")).toContain("<p>By hand</p>");
  });

  it("contains members' text as text: none of their markup, and no character that XML forbids", async () => {
    const title = `</title><script>alert(1)</script> ]]> & "q" \u2028 end`;
    await ask(t, ada, { title, content: '<img src=x onerror="alert(1)"> <b>x</b> & co' });
    const [entry] = all(await feed("/feeds/community.atom"), "entry");
    if (!entry) throw new Error("The feed has no entry");
    expect(text(entry, "title")).toBe(title);
    // The summary is HTML once unescaped; inside it, the excerpt is text again.
    expect(text(entry, "summary")).not.toMatch(/<(?!\/?p>|a href="http:\/\/bbux\.test\/posts\/\d+">|\/a>)/);
  });

  it("contains what visitors see and nothing else", async () => {
    const mona = await judge(t, "mona", "moderator");
    const id = await ask(t, ada, { title: "Zebracorn" });
    const gone = await ask(t, ada, { title: "Quuxword" });
    await hidden(t, mona, thing("post", id));
    ok(await call(t, "DELETE", `/posts/${gone}`, { as: ada }));
    t.travel(60_000);
    const { body } = await visit(t, "/feeds/community.atom");
    expect(body).not.toMatch(/Zebracorn|Quuxword|ada@example/);
  });

  it("returns 304 to a reader that has it, by ETag or by date", async () => {
    t.travel(60_000);
    const { headers } = await visit(t, "/feeds/community.atom");
    const again = async (given: Record<string, string>) => (await visit(t, "/feeds/community.atom", given)).statusCode;
    expect(await again({ "if-none-match": String(headers.etag) })).toBe(304);
    expect(await again({ "if-none-match": '"other"' })).toBe(200);
    expect(await again({ "if-modified-since": String(headers["last-modified"]) })).toBe(304);
    expect(await again({ "if-modified-since": "Mon, 01 Jan 2024 00:00:00 GMT" })).toBe(200);
  });
});

describe("the feed of a tag", () => {
  it.each(["money", "C++ & co", "c#", "日本語"])(
    "%s has only its posts, whatever characters are in its address",
    async (name) => {
      const id = await ask(t, ada, { title: `About ${name}`, tags: [name] });
      await ask(t, ada, { title: "Elsewhere", tags: ["quiet"] });
      const path = `/feeds/tags/${encodeURIComponent(name)}.atom`;
      const atom = await feed(path);
      expect(text(atom, "title")).toBe(`BBUX: ${name}`);
      expect(text(atom, "id")).toBe(ORIGIN + path);
      expect(all(atom, "entry").map((entry) => text(entry, "title"))).not.toContain("Elsewhere");
      expect(text(all(atom, "entry")[0] ?? atom, "id")).toBe(`${ORIGIN}/posts/${id}`);
      const shown = await page(t, `/community?tags=${encodeURIComponent(name)}`);
      const links = [...shown.body.matchAll(/<link rel="alternate" type="application\/atom\+xml"[^>]*href="([^"]*)"/g)];
      expect(links.map(([, href]) => href)).toEqual([ORIGIN + path]);
    },
  );

  it("is empty for a tag without posts, and ignores the tag's case", async () => {
    await createTag(t.database, "empty");
    const atom = await feed("/feeds/tags/EMPTY.atom");
    expect([text(atom, "title"), all(atom, "entry").length]).toEqual(["BBUX: empty", 0]);
  });

  it.each(["none.atom", "money", "money.rss", ".atom", `${"x".repeat(80)}.atom`, "%00.atom", "a%2Fb.atom"])(
    "%s returns 404",
    async (file) => {
      refused(await visit(t, `/feeds/tags/${file}`), 404, "NOT_FOUND");
    },
  );
});
