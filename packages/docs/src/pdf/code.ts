import type { ElementContent } from "hast";
import type { Code } from "mdast";
import type { Content, ContentText } from "pdfmake/interfaces.js";
import { highlighted } from "../highlight.ts";
import { configured } from "../source.ts";
import type { PdfContext } from "./inline.ts";
import { printable } from "./signs.ts";
import { BOX, COLOR, MONO_WIDTH, SIZE, TEXT_WIDTH } from "./style.ts";

/** The page's light colors (apps/web/src/operations/docs/Prose.module.css). */
const TOKEN_COLORS: readonly (readonly [pattern: RegExp, color: string])[] = [
  [/comment|quote|meta/, COLOR.ink3],
  [/keyword|literal|operator/, "#7d2b52"],
  [/string|regexp/, "#2c6a3f"],
  [/number|symbol|link/, "#1a5f93"],
  [/title|section|name/, "#34508f"],
  [/type|built_in|attr|variable/, "#0f5f5a"],
];
const SMALLEST = 6.75;

/** A block of code: long lines shrink the font, and lines that are still too long wrap. */
export function codeBlock(node: Code, ctx: PdfContext, width: number = TEXT_WIDTH): Content {
  const value = printable(configured(node.value, ctx.config));
  const longest = Math.max(...value.split("\n").map((line) => line.length), 1);
  const room = width - 22;
  const fontSize = Math.min(SIZE.code, Math.max(SMALLEST, room / (longest * MONO_WIDTH)));
  const lines = linesOf(highlighted(value, node.lang));
  const text = lines.flatMap((line, at): ContentText[] => (at === 0 ? line : [{ text: "\n" }, ...line]));
  return {
    layout: BOX,
    margin: [0, 2, 0, 10],
    table: {
      widths: ["*"],
      body: [
        [
          {
            text,
            font: "Mono",
            fontSize,
            lineHeight: 1.28,
            fillColor: COLOR.sunken,
            preserveLeadingSpaces: true,
            preserveTrailingSpaces: true,
          },
        ],
      ],
    },
  };
}

function linesOf(nodes: readonly ElementContent[]): ContentText[][] {
  const lines: ContentText[][] = [[]];
  const walk = (children: readonly ElementContent[], color: string | undefined): void => {
    for (const child of children) {
      if (child.type === "element") walk(child.children, colorOf(child.properties.className) ?? color);
      if (child.type !== "text") continue;
      child.value.split("\n").forEach((part, at) => {
        if (at > 0) lines.push([]);
        if (part !== "") lines.at(-1)?.push({ text: part, ...(color && { color }) });
      });
    }
  };
  walk(nodes, undefined);
  return lines;
}

function colorOf(classes: unknown): string | undefined {
  const names = Array.isArray(classes) ? classes.join(" ") : String(classes ?? "");
  return TOKEN_COLORS.find(([pattern]) => pattern.test(names))?.[1];
}
