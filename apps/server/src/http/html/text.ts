import { escaped } from "./escape.ts";

/** Maximum characters of a text sent before the app loads; the app shows the rest. */
const LONGEST = 12_000;
const LINE_MARK = /^\s{0,3}(#{1,6}|>|[-*+]|\d{1,9}\.)\s/;
const FENCE = /^ {0,3}(```+|~~~+)/;

/**
 * A member's text as plain paragraphs, for machines, and for people until the app renders it properly. Markdown is stripped
 * instead of parsed, code stays as it is, and everything is escaped.
 */
export function readableHtml(markdown: string): string {
  const parts: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  const end = () => {
    const text = lines.join("\n");
    if (text.trim() !== "") parts.push(fence === null ? `<p dir="auto">${escaped(plain(text))}</p>` : code(text));
    lines = [];
  };
  for (const line of markdown.slice(0, LONGEST).split("\n")) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === null && mark !== undefined) {
      end();
      fence = mark;
    } else if (fence !== null && mark?.startsWith(fence)) {
      end();
      fence = null;
    } else if (fence === null && line.trim() === "") end();
    else {
      // A line that starts a block becomes a paragraph of its own.
      if (fence === null && LINE_MARK.test(line)) end();
      lines.push(line);
    }
  }
  end();
  return parts.join("");
}

export function code(text: string): string {
  return `<pre><code>${escaped(text)}</code></pre>`;
}

/** Same as a single plain text, for structured data. @param longest maximum characters */
export function readableText(markdown: string, longest: number): string {
  const text = plain(markdown.slice(0, 2 * longest).replace(/^ {0,3}(```|~~~).*$/gm, ""));
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function plain(text: string): string {
  return text
    .replace(/^[ \t]*[|:-][ \t|:-]*$/gm, "")
    .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+\.)\s+/gm, "")
    .replace(/!?\[([^[\]\n]{0,200})\]\((?:[^()\n]|\([^()\n]{0,200}\)){0,500}\)/g, "$1")
    .replace(/(\*\*|__|~~|`)/g, "")
    .replace(/(?<=^|[\s("'])[*_](?=\S)|(?<=[^\s\\])[*_](?=$|[\s.,;:!?)"'])/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
}
