import { escaped } from "./escape.ts";

/** Characters of one text that are sent before the app comes; the app shows the rest. */
const LONGEST = 12_000;
const LINE_MARK = /^\s{0,3}(#{1,6}|>|[-*+]|\d{1,9}\.)\s/;
const FENCE = /^ {0,3}(```+|~~~+)/;

/**
 * What a member wrote, as paragraphs of plain text: to be read until the app shows it as it is meant, and by machines.
 * Marks are dropped, not parsed; code stays as it is. Every sign of it is escaped.
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
      // What begins a line of its own is a paragraph of its own.
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

/** The same as one text without any markup, for machines. @param longest characters of it */
export function readableText(markdown: string, longest: number): string {
  const text = plain(markdown.slice(0, 2 * longest).replace(/^ {0,3}(```|~~~).*$/gm, ""));
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function plain(text: string): string {
  return text
    .replace(/^[ \t]*[|:-][ \t|:-]*$/gm, "")
    .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+\.)\s+/gm, "")
    .replace(/!?\[([^\]\n]{0,200})\]\([^)\n]{0,500}\)/g, "$1")
    .replace(/(\*\*|__|~~|`)/g, "")
    .replace(/(?<=^|[\s("'])[*_](?=\S)|(?<=[^\s\\])[*_](?=$|[\s.,;:!?)"'])/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
}
