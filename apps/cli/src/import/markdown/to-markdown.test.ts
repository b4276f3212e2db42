import { describe, expect, it } from "vitest";
import { createConverter } from "./to-markdown.ts";

const convert = createConverter("q.example");
const cases = (rows: [what: string, html: string, markdown: string][]) =>
  it.each(rows)("%s", (_, html, markdown) => expect(convert(html)).toBe(markdown));

describe("LaTeX", () => {
  cases([
    ["survives byte for byte", String.raw`<p>$a_1^*b_2^* &lt; \{x\}$ *</p>`, String.raw`$a_1^*b_2^* < \{x\}$ \*`],
    [
      "on its own line",
      String.raw`<p>So $$\sum_{i=0}^n x_i \\ [y]$$ holds</p>`,
      String.raw`So $$\sum_{i=0}^n x_i \\ [y]$$ holds`,
    ],
    [
      "with several lines keeps them",
      "<p>$$\\begin{pmatrix}\na &amp; b \\\\\nc_1 &amp; d\n\\end{pmatrix}$$</p>",
      "$$\n\\begin{pmatrix}\na & b \\\\\nc_1 & d\n\\end{pmatrix}\n$$",
    ],
    ["with line breaks in HTML", "<p>$$a\\\\<br>b$$</p>", "$$\na\\\\\nb\n$$"],
    ["in parentheses gets dollars", String.raw`<p>\(z_*\) and \[w_*\]</p>`, "$z_*$ and $$w_*$$"],
    [
      "as a bare environment gets dollars",
      "<p>\\begin{align}\na&amp;=b\n\\end{align}</p>",
      "$$\n\\begin{align}\na&=b\n\\end{align}\n$$",
    ],
    ["with dollars inside", String.raw`<p>$\text{if $x$ then}$</p>`, String.raw`$$\text{if $x$ then}$$`],
    [
      "in a quote in a list",
      "<ul><li><blockquote><p>$$\nx\n$$</p></blockquote></li></ul>",
      "-   > $$\n    > x\n    > $$",
    ],
    ["with a dollar sign", String.raw`<p>$|\$\rangle$</p>`, String.raw`$$|\$\rangle$$`],
    ["padded with blanks", "<p>$ k$ of $n $</p>", "$ k$ of $n $"],
    ["in a table, where a bar ends a cell", table("$|0\\rangle$"), "| h |\n| --- |\n| $\\vert 0\\rangle$ |"],
    ["doesn't include money", "<p>It costs $5, not $10. US$ or A$?</p>", "It costs \\$5, not \\$10. US\\$ or A\\$?"],
    [
      "doesn't include code",
      "<p><code>$x_1$</code></p><pre><code>echo $A $B\n</code></pre>",
      "`$x_1$`\n\n```\necho $A $B\n```",
    ],
  ]);
});

describe("code", () => {
  cases([
    ["with a class", '<pre class="lang-py prettyprint-override"><code>x = 1\n</code></pre>', "```python\nx = 1\n```"],
    [
      "with a hint before it",
      "<!-- language: lang-js -->\n\n<pre><code>let a;\n</code></pre>",
      "```javascript\nlet a;\n```",
    ],
    [
      "with one hint for all blocks",
      "<!-- language-all: lang-sql --><pre><code>a</code></pre><pre><code>b</code></pre>",
      "```sql\na\n```\n\n```sql\nb\n```",
    ],
    ["without a language", '<pre class="lang-none"><code>&lt;b&gt; &amp;amp;\n</code></pre>', "```\n<b> &amp;\n```"],
    ["that has fences", "<pre><code>```\nx\n```\n</code></pre>", "````\n```\nx\n```\n````"],
    ["keeps its blank lines and indents", "<pre><code>if x:\n\n    y\n</code></pre>", "```\nif x:\n\n    y\n```"],
    [
      "in a list",
      "<ol><li><p>a</p><pre><code>b\nc\n</code></pre></li></ol>",
      "1.  a\n\n    ```\n    b\n    c\n    ```",
    ],
    ["in a line", "<p>Use <code>a * `b`</code></p>", "Use `` a * `b` ``"],
  ]);
});

describe("text", () => {
  cases([
    [
      "that looks like markup is escaped",
      "<p>2 * 3 * 4 _a_ [b] &lt;i&gt; &amp;lt; ~~c~~</p>",
      "2 \\* 3 \\* 4 \\_a\\_ \\[b\\] \\<i> \\&lt; \\~\\~c\\~\\~",
    ],
    [
      "that begins like markup is escaped",
      "<p>1. one</p><p>- two</p><p># three</p><p>> four</p>",
      "1\\. one\n\n\\- two\n\n\\# three\n\n\\> four",
    ],
    ["keeps words whole", "<p>snake_case well-known C# C++</p>", "snake_case well-known C# C++"],
    ["with entities", "<p>a&nbsp;b &hellip; &#8212; &eacute;</p>", "a\u00a0b … — é"],
    ["in lists", "<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>", "-   a\n    1.  b\n    2.  c\n-   d"],
    ["in quotes", "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>", "> a\n> \n> > b"],
    ["with keyboard keys", "<p><kbd>Ctrl</kbd>+<kbd>C</kbd></p>", "`Ctrl`+`C`"],
    [
      "in superscript and subscript",
      "<p>x<sup>2</sup> 1<sup>st</sup> H<sub>2</sub>O e<sup>B</sup> <sub>in small print</sub></p>",
      "x² 1ˢᵗ H₂O e^B in small print",
    ],
    ["struck", "<p><s>a</s> <del>b</del> <strike>c</strike></p>", "~~a~~ ~~b~~ ~~c~~"],
    [
      "emphasized within a word",
      "<p>un<em>believ</em>able <strong>so!</strong>then</p>",
      "un*believ*able **so!** then",
    ],
    ["with a rule and a heading", "<h2>a</h2><hr><p>b</p>", "## a\n\n---\n\nb"],
    ["emphasized up to a line break", "<p><strong>a<br></strong>b</p>", "**a**  \nb"],
    ["broken by hand", "<p>a<br>b</p>", "a  \nb"],
  ]);
});

describe("links and images", () => {
  cases([
    [
      "with a title and parentheses",
      '<a href="https://x.y/a_(b)" title="t &quot;u&quot;">c</a>',
      '[c](https://x.y/a_\\(b\\) "t \\"u\\"")',
    ],
    ["named by their address", '<a href="https://x.y/">https://x.y/</a>', "<https://x.y/>"],
    ["of the site itself", '<a href="/questions/1">q</a>', "[q](https://q.example/questions/1)"],
    ["that are scripts", '<a href="javascript:alert(1)">js</a> <img src="data:image/svg+xml,x" alt="d">', "js d"],
    [
      "to pictures, always with https",
      '<img src="http://i.stack.imgur.com/a.png" alt="a [b]">',
      "![a \\[b\\]](https://i.stack.imgur.com/a.png)",
    ],
  ]);
  it("of an unknown site become text", () => {
    expect(createConverter(null)('<a href="/q/1">q</a> <a href="https://x.y/z">z</a>')).toBe("q [z](https://x.y/z)");
  });
});

describe("tables", () => {
  cases([
    [
      "with alignment, empty cells and bars",
      '<table><thead><tr><th>a</th><th style="text-align: right;">b|c</th></tr></thead><tbody><tr><td></td><td>1</td></tr></tbody></table>',
      "| a | b\\|c |\n| --- | ---: |\n|  | 1 |",
    ],
    ["without a heading", "<table><tr><td>1</td><td>2</td></tr></table>", "|  |  |\n| --- | --- |\n| 1 | 2 |"],
  ]);
});

function table(cell: string): string {
  return `<table><thead><tr><th>h</th></tr></thead><tbody><tr><td>${cell}</td></tr></tbody></table>`;
}
