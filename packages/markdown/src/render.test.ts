import { describe, expect, it } from "vitest";
import { toHtml } from "./render.ts";
import { asWritten } from "./stored.ts";

describe("members' text as HTML", () => {
  it.each([
    ["*a* **b** ~~c~~ `d`", "<p><em>a</em> <strong>b</strong> <del>c</del> <code>d</code></p>"],
    ["<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"],
    ['a <img src=x onerror="alert(1)"> b', '<p>a &lt;img src=x onerror="alert(1)"> b</p>'],
    ["[x](https://example.org)", '<p><a href="https://example.org" rel="nofollow ugc noopener">x</a></p>'],
    ["[x](javascript:alert(1))", "<p><a>x</a></p>"],
    ["[x](//evil.example) [y](/settings)", "<p><a>x</a> <a>y</a></p>"],
    ["[x](/posts/12#answer-34)", '<p><a href="/posts/12#answer-34" rel="nofollow ugc noopener">x</a></p>'],
    ["![x](http://example.org/x.png) ![y](/uploads/../api/auth/logout)", '<p><img alt="x"> <img alt="y"></p>'],
    ["![x](/uploads/ab/cat.webp)", '<p><img alt="x" src="/uploads/ab/cat.webp"></p>'],
    ["@ada", '<p><a data-mention="ada" href="/users/ada">@ada</a></p>'],
    ["```js\n<b>\n```", '<pre><code class="language-js">&lt;b>\n</code></pre>'],
  ])("%j", (markdown, html) => expect(toHtml(markdown)).toBe(html));

  it("has formulas without links, pictures or sizes of their own", () => {
    const html = toHtml(
      "$\\href{javascript:alert(1)}{x} \\includegraphics{https://evil.example/x.png} \\htmlStyle{color:red}{y}$",
    );
    expect(html).toContain('class="katex"');
    expect(html).not.toMatch(/<a\b|<img|(?:href|src)=|style="color:red"/);
  });

  it.each([
    ["nested quotes", ">".repeat(30_000)],
    ["open brackets", "[".repeat(30_000)],
    ["a table of a million cells", `${"|a".repeat(100)}|\n${"|-".repeat(100)}|\n${"|\n".repeat(10_000)}`],
  ])("isn't held up by %s, which stay as written", (_, markdown) => expect(toHtml(markdown)).toBe(asWritten(markdown)));

  it.each([
    ["a command for many characters", `$\\def\\a{${"x".repeat(1_000)}}${"\\a".repeat(400)}$`],
    ["a command of LaTeX's", `$\\newcommand{\\a}{${"\\sqrt x".repeat(20)}}${"\\a".repeat(50)}$`],
    ["another name for one", "$\\let\\a\\sqrt \\a x$"],
    ["a block that defines one", `$$\n\\gdef\\a{${"x".repeat(1_000)}}\n${"\\a".repeat(400)}\n$$`],
  ])("leaves %s as written", (_, markdown) => {
    const html = toHtml(markdown);
    expect(html).not.toContain("katex");
    expect(html).toContain("\\a");
  });

  it.each([
    ["formulas", "$\\sqrt x$ ".repeat(1_000)],
    ["one long formula", `$${"\\sqrt x".repeat(2_000)}$`],
  ])("is none if it would be out of proportion, as that of %s", (_, markdown) => expect(toHtml(markdown)).toBeNull());

  it("is there for a text with some formulas", () => {
    expect(toHtml(`${"Words and words. ".repeat(20)} $\\frac{a}{b}$ and $x^2$`)).toContain("katex");
  });
});
