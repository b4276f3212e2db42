import { hasLeft } from "./author.ts";

/** What of a syntax tree matters here. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  url?: string;
  data?: { hProperties: Record<string, string> };
}

/** The names that the server tells of being mentioned; `@scope/package` is none. */
const MENTION = /(?<![\w@/.-])@([A-Za-z0-9_-]{3,30})(?![\w@/-])/g;
/** Inside of these it is a link already. Code and formulas have no children, and so no text to look at. */
const CLOSED = new Set(["link", "linkReference"]);

/** Text cut at its mentions, each of which is a link to the member; `null` where there is none. */
function linked(text: string): Node[] | null {
  const parts: Node[] = [];
  let end = 0;
  for (const match of text.matchAll(MENTION)) {
    const [mention, name = ""] = match;
    if (hasLeft(name)) continue;
    if (match.index > end) parts.push({ type: "text", value: text.slice(end, match.index) });
    end = match.index + mention.length;
    parts.push({
      type: "link",
      url: `/users/${name}`,
      // Members cannot write attributes: what carries this one is ours.
      data: { hProperties: { "data-mention": name } },
      children: [{ type: "text", value: mention }],
    });
  }
  if (parts.length === 0) return null;
  return end < text.length ? [...parts, { type: "text", value: text.slice(end) }] : parts;
}

function walk(node: Node): void {
  if (!node.children || CLOSED.has(node.type)) return;
  node.children = node.children.flatMap((child) =>
    child.type === "text" ? (linked(child.value ?? "") ?? child) : child,
  );
  for (const child of node.children) walk(child);
}

/** A remark plugin: @name in members' text leads to that member. */
export function mentions() {
  return (tree: Node) => walk(tree);
}
