import { childrenOf, type Node, parse } from "./syntax.ts";

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What holds strings that are never shown, or that must stay literals. */
const UNREAD = /^(Import|ExportAll|TS(Literal|Template|TypeAnnotation|Interface|TypeAlias)|TaggedTemplate)/;

/** Text that means the same as markup: nothing in it is an element, a value, or an entity. */
const PLAIN = /^[^{}<>&\r\n]+$/;

/**
 * Rewrites what the adapter doesn't read, without changing what the module does: values that `satisfies` checks, and what is thrown.
 * The adapter also trims texts, so spaces at their edges become strings of their own, and it takes line breaks in markup for
 * spaces, so these are joined as React joins them.
 */
export function prepare(content: string, filename: string): string {
  const edits: Edit[] = [];
  const written = new Set<Node>();
  walk(parse(content, filename), null, (node, parent) => {
    if (node.type === "JSXElement" || node.type === "JSXFragment") edits.push(...markupEdits(node, content, written));
    if (node.type === "Literal" && parent !== null && written.has(parent)) return;
    edits.push(...editsOf(node, parent, content));
  });
  let prepared = content;
  for (const { start, end, text } of edits.sort((a, b) => b.start - a.start || b.end - a.end))
    prepared = prepared.slice(0, start) + text + prepared.slice(end);
  return prepared;
}

function editsOf(node: Node, parent: Node | null, content: string): readonly Edit[] {
  switch (node.type) {
    case "TSSatisfiesExpression": {
      const { end } = node.expression as Node;
      return [{ start: end, end: node.end, text: "" }];
    }
    case "ThrowStatement": {
      const { start, end } = node.argument as Node;
      return [
        { start: node.start, end: start, text: "{ const thrown = " },
        { start: end, end: node.end, text: "; throw thrown; }" },
      ];
    }
    case "Literal":
      return typeof node.value === "string" && !isKey(node, parent) ? literalEdges(node, parent, node.value) : [];
    case "TemplateLiteral":
      return templateEdges(node, content);
    default:
      return [];
  }
}

/** Joins the lines of an element's text, and makes a string between its children, such as `{" "}`, part of the text. */
function markupEdits({ children }: Node, content: string, written: Set<Node>): readonly Edit[] {
  const nodes = children as readonly Node[];
  const texts = new Map<Node, string>();
  for (const node of nodes) {
    const { start, end } = node;
    if (node.type === "JSXText") texts.set(node, joined(content.slice(start, end)));
    const value = node.type === "JSXExpressionContainer" && (node.expression as Node).value;
    if (typeof value === "string" && PLAIN.test(value)) texts.set(node, value);
  }
  const shown = nodes.filter((node) => texts.get(node) !== "");
  const edits: Edit[] = [];
  for (const [node, text] of texts) {
    // The adapter would trim a space at the edge of its element.
    const isEdge = node === shown[0] || node === shown.at(-1);
    if (node.type !== "JSXText" && isEdge && text.trim() !== text) continue;
    if (text === content.slice(node.start, node.end)) continue;
    written.add(node);
    edits.push({ start: node.start, end: node.end, text });
  }
  return edits;
}

/** Returns what React shows of text in markup: lines are trimmed and joined with a space, and blank ones are left out. */
function joined(text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  return lines
    .map((line, at) => line.replace(at > 0 ? /^[ \t]+/ : "", "").replace(at < lines.length - 1 ? /[ \t]+$/ : "", ""))
    .filter(Boolean)
    .join(" ");
}

const isKey = (node: Node, parent: Node | null) => parent?.key === node && parent.computed !== true;

/** Takes the spaces around a string out of it. */
function literalEdges(node: Node, parent: Node | null, value: string): readonly Edit[] {
  const text = value.trim();
  if (text === value || !/\p{L}{2}/u.test(text)) return [];
  const [before = "", after = ""] = value.split(text);
  const sum = [before, text, after]
    .filter(Boolean)
    .map((part) => JSON.stringify(part))
    .join(" + ");
  return [{ start: node.start, end: node.end, text: parent?.type === "JSXAttribute" ? `{${sum}}` : `(${sum})` }];
}

/** The same for a template, whose values stay where they are. */
function templateEdges(node: Node, content: string): readonly Edit[] {
  const source = content.slice(node.start + 1, node.end - 1);
  const before = /^\s+/.exec(source)?.[0] ?? "";
  const after = /\s+$/.exec(source)?.[0] ?? "";
  if ((!before && !after) || !/\p{L}{2}/u.test(source)) return [];
  return [
    { start: node.start, end: node.start + 1 + before.length, text: `(${before && `${JSON.stringify(before)} + `}\`` },
    { start: node.end - 1 - after.length, end: node.end, text: `\`${after && ` + ${JSON.stringify(after)}`})` },
  ];
}

function walk(node: Node, parent: Node | null, visit: (node: Node, parent: Node | null) => void): void {
  if (UNREAD.test(node.type)) return;
  visit(node, parent);
  for (const [, child] of childrenOf(node)) walk(child, node, visit);
}
