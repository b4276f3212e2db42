import type { Table } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import type { Content, TableCell } from "pdfmake/interfaces.js";
import { configured } from "../source.ts";
import { inline, type PdfContext } from "./inline.ts";
import { COLOR, MONO_WIDTH, ROWS, SIZE, TEXT_WIDTH } from "./style.ts";

/** Between two columns (ROWS). */
const GAP = 12;
/** Average width of a character, relative to its size; code is a little wider. */
const CHARACTER_WIDTH = 0.56;

/** A table that repeats its header on every page, with columns as wide as their content needs. */
export function tableBlock(node: Table, ctx: PdfContext, width: number = TEXT_WIDTH): Content {
  const [head, ...rows] = node.children;
  const columns = head?.children.length ?? 0;
  const widths = columnWidths(node, ctx, width);
  const cells = (row: Table["children"][number], isHead: boolean): TableCell[] =>
    Array.from({ length: columns }, (_, at) => {
      const text = inline(row.children[at]?.children ?? [], { ...ctx, size: SIZE.table });
      const alignment = node.align?.[at] ?? "left";
      const longest = longestWord(text.map((piece) => String(piece.text)).join(""));
      const isTight = longest * SIZE.table * MONO_WIDTH > (widths[at] ?? 0) + 6;
      return {
        text: text.length > 0 ? text : " ",
        alignment,
        fontSize: SIZE.table,
        ...(isHead && { color: COLOR.ink3, fontSize: SIZE.small }),
        ...(isTight && { wordBreak: "break-all" as const }),
      };
    });
  return {
    layout: ROWS,
    margin: [0, 0, 0, 12],
    lineHeight: 1.25,
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths,
      body: [...(head ? [cells(head, true)] : []), ...rows.map((row) => cells(row, false))],
    },
  };
}

/**
 * Gives each column the width of its longest word if possible, and divides the rest by the amount of text. In points, adding up to
 * the total width.
 */
function columnWidths(node: Table, ctx: PdfContext, width: number): number[] {
  const columns = node.children[0]?.children.length ?? 0;
  const room = width - (columns - 1) * GAP;
  const facts = Array.from({ length: columns }, (_, at) => {
    const texts = node.children.map((row) => {
      const cell = row.children[at];
      const factor = cell?.children.some(({ type }) => type === "inlineCode") ? MONO_WIDTH + 0.02 : CHARACTER_WIDTH;
      return { text: cell ? configured(plainText(cell), ctx.config) : "", factor };
    });
    const size = (count: (text: string) => number) =>
      Math.max(...texts.map(({ text, factor }) => count(text) * factor * SIZE.table)) + 3;
    return { least: Math.min(size(longestWord), room * 0.42), wanted: size((text) => text.length) };
  });
  const sum = (pick: (fact: (typeof facts)[number]) => number) => facts.reduce((total, fact) => total + pick(fact), 0);
  const wanted = sum((fact) => fact.wanted);
  // Everything fits on one line, so the last column takes the rest.
  if (wanted <= room) return facts.map((fact, at) => fact.wanted + (at === columns - 1 ? room - wanted : 0));
  const least = sum((fact) => fact.least);
  if (least >= room)
    return lowered(
      facts.map((fact) => fact.least),
      room,
    );
  // The square root, so that one long text doesn't starve the others.
  const want = (fact: (typeof facts)[number]) => Math.sqrt(Math.max(0, fact.wanted - fact.least));
  const wants = sum(want);
  const first = facts.map((fact) => Math.min(fact.wanted, fact.least + (want(fact) / wants) * (room - least)));
  const over = room - first.reduce((total, one) => total + one, 0);
  const open = facts.map((fact, at) => (fact.wanted > (first[at] ?? 0) ? 1 : 0));
  const openCount = Math.max(
    1,
    open.reduce<number>((total, one) => total + one, 0),
  );
  return first.map((one, at) => one + ((open[at] ?? 0) * over) / openCount);
}

/** Shrinks the widest columns first until all fit. */
function lowered(widths: readonly number[], room: number): number[] {
  const sorted = [...widths].sort((a, b) => a - b);
  let left = room;
  for (const [at, width] of sorted.entries()) {
    const level = left / (sorted.length - at);
    if (width > level) return widths.map((one) => Math.min(one, level));
    left -= width;
  }
  return [...widths];
}

/** The longest unbreakable run of characters; lines also break after hyphens and slashes. */
function longestWord(text: string): number {
  return Math.max(...text.split(/[\s/-]+/).map((word) => word.length), 0) + 1;
}
