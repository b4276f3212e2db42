import { BOUNTY, formatAmount, PARAMETERS, REFUNDS } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { checkPages } from "./check.ts";
import { compilePage, compileSource } from "./compile.ts";
import { deadLinks } from "./links.ts";
import { DocsError } from "./problems.ts";
import { allValues, resolveValue } from "./values.ts";

const FRONT = `---
title: A page
description: What this page is for, in one sentence.
category: user
order: 1
updated: 2026-03-01
---
`;
const compile = (markdown: string) => compileSource("platform", `${FRONT}${markdown}`);

function html(markdown: string): string {
  const { page, problems } = compile(markdown);
  expect(problems).toEqual([]);
  return page?.html ?? "";
}

const complaints = (markdown: string) => compile(markdown).problems.map(({ line, message }) => `${line}: ${message}`);

describe("values in prose", () => {
  it("come from the contract: numbers, amounts with their unit, parameters in readable form", () => {
    expect(resolveValue("REFUNDS.votingHours")).toBe(String(REFUNDS.votingHours));
    expect(resolveValue("BOUNTY.min")).toBe(`${formatAmount(BOUNTY.min)} BBUX`);
    expect(resolveValue("bountyFee")).toBe(`${Number(PARAMETERS.bountyFee.default) / 100}%`);
    expect(resolveValue("LIMITS.content")).toBe("30,000");
    expect(resolveValue("REPUTATION.POST_DOWNVOTED")).toBe("−2");
    expect(resolveValue("UPLOADS.image")).toBe("50 MB");
  });

  it("are replaced wherever they are named: in text, code, tables, links, and the front matter", () => {
    const text = html("Pay {{bountyFee}} of `{{BOUNTY.min}}`.\n\n| A |\n|---|\n| {{REFUNDS.votingHours}} h |\n");
    expect(text).toContain("Pay 5% of <code>0.01 BBUX</code>.");
    expect(text).toContain("<td>48 h</td>");
  });

  it.each(["nonsense", "REFUNDS.nothing", "REFUNDS", "constructor", "LIMITS.__proto__", "config.sessionSecret"])(
    "reports the unknown value {{%s}} and its line",
    (name) => expect(complaints(`One\n\ntwo {{${name}}}`)).toEqual([`10: There is no value {{${name}}}`]),
  );

  it("are listed for writers, each with its text", () => {
    const values = Object.entries(allValues());
    expect(values.length).toBeGreaterThan(150);
    expect(values.filter(([, text]) => text === "" || /undefined|NaN|\[object/.test(text))).toEqual([]);
  });
});

describe("the operator's configuration", () => {
  it("is marked in the page, in text and in links, along with its default", () => {
    const text = html("Write to [{{config.legalEmail}}](mailto:{{config.legalEmail}}).");
    expect(text).toContain('href="mailto:legal@bbux.example" data-config-href="mailto:{legalEmail}"');
    expect(text).toContain('<span data-config="legalEmail">legal@bbux.example</span>');
  });

  it("appears as text in search", () => {
    expect(compile("Write to {{config.legalEmail}}.").page?.text).toContain("Write to legal@bbux.example.");
  });
});

describe("a page", () => {
  it("has the headings of two levels in its table of contents, with their anchors", () => {
    const { page } = compile("## First {#one}\n\n### Two words\n\n#### Deep\n\n## First\n");
    expect(page?.toc).toEqual([
      { id: "one", title: "First", depth: 2 },
      { id: "two-words", title: "Two words", depth: 3 },
      { id: "first", title: "First", depth: 2 },
    ]);
    expect(page?.html).toContain('<h2 id="one" tabindex="-1">First<a class="doc-anchor" href="#one"');
  });

  it("is split into sections for search, each with its anchor and its own text", () => {
    const { page } = compile(
      "Before.\n\n## One {#one}\n\nText.\n\n| A | B |\n|---|---|\n| c | d |\n\n### Two\n\n- e\n- f\n",
    );
    expect(page?.sections).toEqual([
      { id: "", title: "A page", text: "Before." },
      { id: "one", title: "One", text: "Text.\nA B\nc d" },
      { id: "two", title: "Two", text: "e\nf" },
    ]);
  });

  it("shows code with its language and highlighting, with the text unchanged", () => {
    const text = html("```js\nconst a = `<b>`;\n```\n");
    expect(text).toContain("<figcaption>JavaScript</figcaption>");
    expect(text).toContain('<span class="hljs-keyword">const</span>');
    expect(text).toContain("&#x3C;b>");
  });

  it("treats colons within a line as text", () => {
    expect(html("At 12:ab, ask for :id or host:port.")).toContain("At 12:ab, ask for :id or host:port.");
  });

  it("has callouts, and tables that scroll and are reachable by keyboard", () => {
    const text = html(
      ':::warning\nMind **this**.\n:::\n\n:::note{title="Good to know"}\nYes.\n:::\n\n| A |\n|---|\n| b |\n',
    );
    expect(text).toContain('<aside class="doc-callout doc-warning" aria-label="Take care">');
    expect(text).toContain('<p class="doc-callout-title">Good to know</p>');
    expect(text).toContain('<div class="doc-table" tabindex="0" role="region" aria-label="Table: A">');
  });
});

describe("directives", () => {
  it("describe the calls of a tag: input, output, refusals, and who may call them", () => {
    const { page, problems } = compile('## Wallet {#virtual-tokens}\n\n::endpoints{tag="wallet"}\n');
    expect(problems).toEqual([]);
    expect(page?.anchors).toContain("op-wallet-withdraw");
    expect(page?.toc).toEqual([{ id: "virtual-tokens", title: "Wallet", depth: 2 }]);
    const withdraw = page?.sections.find(({ id }) => id === "op-wallet-withdraw");
    expect(withdraw?.title).toBe("POST /wallet/withdraw");
    expect(withdraw?.text).toMatch(/Body application\/json[\s\S]*amount required[\s\S]*INSUFFICIENT_BALANCE/);
    expect(page?.html).toContain('<h3 id="op-wallet-withdraw"');
  });

  it("include another page's text under a heading", () => {
    const { page } = compile('## Cookie Policy {#cookie-policy}\n\n::include{page="cookies"}\n');
    const cookies = compilePage("cookies");
    const [first] = cookies.toc;
    expect(page?.toc).toContainEqual({ ...first, depth: 3 });
    expect(page?.text).toContain(cookies.sections.at(-1)?.text);
  });

  it.each([
    ["::nonsense", "There is no directive ::nonsense"],
    [":::danger\nx\n:::", "There is no directive :::danger"],
    ['::endpoints{tag="none"}', '::endpoints: no operation has the tag "none"'],
    ['::example{name="none"}', "::example: packages/docs/examples/none.js is not there"],
    ['::include{page="none"}', "::include: there is no page none"],
    ['::configuration{only="NONE_"}', "::configuration: no variable begins with NONE_"],
  ])("that are invalid are reported: %s", (markdown, message) => {
    expect(complaints(markdown).join("\n")).toContain(message);
  });
});

describe("problems that keep a page from being published", () => {
  it.each([
    ["HTML", "<b>x</b>", "HTML is not shown"],
    ["a title in the text", "# Title", "The title is in the front matter"],
    ["one id twice", "## A {#x}\n\n## B {#x}", "Two headings have the id #x"],
  ])("%s", (_, markdown, message) => expect(complaints(markdown).join("\n")).toContain(message));

  it("a page without front matter, or with a missing or unknown field", () => {
    const faults = (file: string) => compileSource("platform", file).problems.map(({ message }) => message);
    expect(faults("## A\n")).toEqual(["The page has no front matter"]);
    expect(faults(FRONT.replace(/title.*\n/, ""))[0]).toMatch(/^Front matter: title/);
    expect(faults(FRONT.replace("order", "ordre")).join()).toContain("ordre");
    expect(faults(FRONT.replace("2026-03-01", "yesterday"))[0]).toMatch(/^Front matter: updated/);
  });

  it("publishing fails if there are any", () => {
    expect(() => {
      throw new DocsError([{ slug: "platform", line: 3, message: "There is no value {{x}}" }]);
    }).toThrow("packages/docs/pages/platform.md:3  There is no value {{x}}");
  });
});

describe("links", () => {
  const { pages } = checkPages();
  const dead = (markdown: string) => {
    const { page } = compile(markdown);
    return deadLinks([...pages.filter(({ meta }) => meta.slug !== "platform"), ...(page ? [page] : [])]).filter(
      ({ slug }) => slug === "platform",
    );
  };

  it.each([
    "/docs/user-guide#getting-started",
    "/privacy",
    "/community",
    "/governance/proposals",
    "/api/docs/terms.pdf",
    "/api/privacy.pdf",
    "/docs",
    "#here",
    "https://example.org",
    "mailto:a@b.example",
  ])("%s is a live link", (url) => expect(dead(`## Here\n\n[x](${url})`)).toEqual([]));

  it.each([
    "/docs/user-guide#nowhere",
    "/docs/nothing",
    "/docs/cookies",
    "/nothing",
    "/posts",
    "/api/docs/nothing.pdf",
    "/api/nothing",
    "#there",
    "user-guide",
    "http://example.org",
  ])("%s is dead", (url) => expect(dead(`## Here\n\n[x](${url})`)).toHaveLength(1));
});

it("every published page passes `node packages/docs/src/check.ts`, and no link or anchor between them is dead", () => {
  const { pages, problems } = checkPages();
  expect(problems).toEqual([]);
  expect(pages).toHaveLength(10);
});
