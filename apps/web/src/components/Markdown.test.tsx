import { LIMITS } from "@bbux/contract";
import { hasMath } from "@bbux/markdown/formulas";
import { isTooCostly } from "@bbux/markdown/guard";
import { safeHref, safeImage } from "@bbux/markdown/urls";
import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { loadMath } from "./Markdown.loader.ts";
import { HOSTILE } from "./Markdown.samples.ts";
import { Markdown } from "./Markdown.tsx";
import { TitleWithFormulas } from "./MarkdownTitle.formulas.tsx";

function render(content: string): string {
  const page = renderToStaticMarkup(
    <MantineProvider>
      <Markdown content={content} />
    </MantineProvider>,
  );
  return page.replace(/<style[\s\S]*?<\/style>/g, "");
}

const ACTIVE_TAGS = /^(script|iframe|object|embed|form|link|meta|base|a|img|video|audio|input)$/;

/**
 * Returns the tags of a page without our own icons, each with its attributes. Escaped text has no `<`, so every one is
 * real.
 */
function tagsOf(html: string) {
  const markup = html.replace(/<svg[^>]*tabler-icon[\s\S]*?<\/svg>/g, "");
  return Array.from(
    markup.matchAll(/<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/gi),
    ([, name = "", attributes = ""]) => ({
      name: name.toLowerCase(),
      attributes: Array.from(attributes.matchAll(/([\w:-]+)(?:="[^"]*")?/g), ([, attribute = ""]) =>
        attribute.toLowerCase(),
      ),
    }),
  );
}

describe("members' text is inert", () => {
  it.each(HOSTILE)("%s", (content) => {
    for (const tag of tagsOf(render(content))) {
      expect(tag.name).not.toMatch(ACTIVE_TAGS);
      expect(tag.attributes.filter((name) => /^(on|href|src|srcset|action|formaction|xlink)/.test(name))).toEqual([]);
    }
  });

  it("keeps the text of a link whose address is refused", () => {
    expect(render("[GIF: cat](javascript:alert(1))")).toContain("<span>GIF: cat</span>");
  });

  it("shows HTML as text", () => {
    expect(render("a <b>bold</b> claim")).toContain("&lt;b&gt;bold&lt;/b&gt;");
  });
});

describe("links and pictures", () => {
  it("links http, https and mailto, with a rel that search engines read as unendorsed", () => {
    for (const url of ["https://example.org/a?b=c#d", "http://example.org", "mailto:a@example.org"]) {
      expect(render(`[x](${url})`)).toContain(
        `<a href="${url.replace("&", "&amp;")}" rel="nofollow ugc noopener">x</a>`,
      );
    }
  });

  it("links posts on this site and their answers", () => {
    expect(render("[x](/posts/12#answer-34)")).toContain('<a href="/posts/12#answer-34"');
    expect(safeHref("/posts/12")).toBe("/posts/12");
  });

  it("shows https pictures and our uploads lazily and without a referrer", () => {
    expect(render("![cat](https://example.org/cat.png)")).toContain(
      '<img src="https://example.org/cat.png" alt="cat" loading="lazy" decoding="async" referrerPolicy="no-referrer"/>',
    );
    expect(render("![cat](/uploads/ab/cat.webp)")).toContain('src="/uploads/ab/cat.webp"');
  });

  it("refuses addresses that browsers parse differently than we do", () => {
    expect(safeHref("java\nscript:alert(1)")).toBeNull();
    expect(safeHref("https://good.example\\@evil.example")).toBeNull();
    expect(safeHref("/relative")).toBeNull();
    expect(safeHref("/posts/12/../../login")).toBeNull();
    expect(safeImage("http://example.org/x.png")).toBeNull();
    expect(safeImage("/uploads/a/../../x")).toBeNull();
    expect(safeImage("//uploads/x.png")).toBeNull();
  });
});

describe("Markdown features", () => {
  it("puts headings below the page's own level", () => {
    expect(render("# One\n\n## Two\n\n### Three")).toMatch(/<h3>One<\/h3>\s*<h3>Two<\/h3>\s*<h4>Three<\/h4>/);
  });

  it("puts tables into their own box, and shows code with its language and a copy button", () => {
    expect(render("| a | b |\n|---|---|\n| 1 | 2 |")).toMatch(/<section[^>]*><table>/);
    const code = render("```rust\nlet x = 1;\n```");
    expect(code).toContain(">Rust</span>");
    expect(code).toContain('aria-label="Copy code"');
    expect(code).toContain("let x = 1;");
  });

  it("keeps the footnotes of two texts apart", () => {
    const html = renderToStaticMarkup(
      <MantineProvider>
        <Markdown content={"a[^1]\n\n[^1]: note"} />
        <Markdown content={"b[^1]\n\n[^1]: note"} />
      </MantineProvider>,
    );
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(decodeURIComponent(target ?? ""));
  });

  it.each([
    ["nested quotes", ">".repeat(30_000)],
    ["nested lists", "- ".repeat(15_000)],
    ["open brackets", "[".repeat(30_000)],
    ["open emphasis", "*a".repeat(15_000)],
    ["open strikes", "~a".repeat(15_000)],
    ["open links", "a](".repeat(10_000)],
    ["open pictures", "![".repeat(15_000)],
    ["dollars", "$a ".repeat(10_000)],
    ["addresses", "a@a.".repeat(7_500)],
    ["a table of a million cells", `${"|a".repeat(100)}|\n${"|-".repeat(100)}|\n${"|\n".repeat(10_000)}`],
  ])("is not held up by %s", (_, content) => {
    expect(render(content.slice(0, 30_000)).length).toBeGreaterThan(0);
  });

  it("accepts long code and long lists as harmless", () => {
    expect(isTooCostly(`\`\`\`json\n${"[1,2],\n".repeat(3_000)}\`\`\``)).toBe(false);
    expect(isTooCostly("- one\n  - two\n    - three\n".repeat(500))).toBe(false);
    expect(isTooCostly(`|a|b|\n|-|-|\n${"|1|2|\n".repeat(1_000)}`)).toBe(false);
  });
});

describe("formulas", () => {
  beforeAll(() => loadMath("$x$"));

  it("load KaTeX only for text that might contain one", () => {
    expect(hasMath("plain, for $5")).toBe(false);
    expect(hasMath("so $e^{i\\pi}=-1$ holds")).toBe(true);
    expect(hasMath("$$\n\\ket{0}\n$$")).toBe(true);
  });

  it.each([
    ["one $ here\n\nand one $ there", false],
    ["it costs $5 and not $6", false],
    ["```sql\nselect $1, $2\n```", false],
    ["a block without an end\n```sql\nselect $1, $2", false],
    ["a block without an end\n```sh\necho $A $B", true],
    ["- ```sh\n  echo $A $B\n  ```\n- two", false],
    ["1. ```sh\n   echo $A\n   ```\n\nso $x$ is", true],
    ["> ```sh\n> echo $A\n\nso $x$ is\n\n```js\na\n```", true],
    ["A \\` tick, $x$, and another \\`.", true],
    ["- a ` b $x$\n- c ` d", true],
    ["|a|b|c|\n|-|-|-|\n|`|$x$|`|", true],
    ["    ```\n\nthen $x$\n\n    ```", true],
    ["```md\n> ```\n```\n\n$x$\n\n```\na\n```", true],
    ["  - ```sh\n    echo $A $B\n    ```", false],
    ["```sh\necho $A\n```\n\n```sh\necho $B\n```", false],
    ["> ~~~~\n> $a$\n> ~~~\n> ~~~~\nmoney: $5", false],
    ["inline `$a$` and ``b ` $c$``", false],
    ["```not a fence``` but $x$", true],
    ["```sh\necho $A\n```\nso $x$", true],
    ["one `tick and $x$", true],
    ["$$\na\n\nb\n$$", true],
    ["```math\nx\n```", true],
  ])("looks for formulas outside code: %j", (content, expected) => {
    expect(hasMath(content)).toBe(expected);
  });

  it("survive text that is written to keep the parser busy", () => {
    for (const text of ["> ```a\n", "```a\n", "`a``b", "` `` ", "\n \n", "$\n\n", "~~~ ```\n", "> > ```"]) {
      expect(hasMath(`${text.repeat(Math.floor(LIMITS.content / text.length))} $x$`)).toBeTypeOf("boolean");
    }
  });

  it("are rendered inline and as blocks", () => {
    expect(render("so $x^2$ is")).toMatch(/class="katex"/);
    expect(render("so $x^2$ is")).not.toContain("katex-display");
    expect(render("$$\nx^2\n$$")).toContain("katex-display");
    expect(render("so $$x^2$$ is")).toContain("katex-display");
  });

  it("don't include amounts of money", () => {
    expect(render("it costs $5 and not $6, says $x$")).toContain("it costs $5 and not $6");
  });

  it("can't contain links, HTML or sizes", () => {
    const html = render(
      "$\\href{javascript:alert(1)}{x} \\htmlStyle{color:red}{y} \\includegraphics{https://evil.example/x.png}$",
    );
    expect(html).not.toMatch(/<a\b|<img|style="color:red/);
    expect(html).not.toMatch(/(href|src)=/);
  });

  it("are shown as source when they are malformed", () => {
    expect(render("$\\frac{1$")).toContain("\\frac{1");
  });
});

describe("titles", () => {
  beforeAll(() => loadMath("$x$"));
  const title = (text: string) => renderToStaticMarkup(<TitleWithFormulas title={text} />);

  it("are text except for their formulas", () => {
    expect(title("*Not* [Markdown](https://example.org)")).toBe("*Not* [Markdown](https://example.org)");
    expect(title("Is $x^2$ *convex*?")).toMatch(/^Is <span class="katex">.*<\/span> \*convex\*\?$/);
    expect(title("Why $5 and not $6?")).toBe("Why $5 and not $6?");
  });

  it("are inert", () => {
    expect(title("$<img src=x onerror=alert(1)>$ <script>alert(1)</script>")).not.toMatch(/<(img|script)/);
    expect(title("$[x](javascript:alert(1))$ $`$")).not.toMatch(/href/);
  });
});
