/** The part of a syntax tree node that matters here. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  url?: string;
  data?: { hProperties: Record<string, string> };
}

/** The name that an account gets when its member leaves. */
const GONE = /^deleted-\d+$/i;
/** Matches the names that the server notifies about a mention; `@scope/package` isn't one. */
const MENTION = /(?<![\w@/.-])@([A-Za-z0-9_-]{3,30})(?![\w@/-])/g;
/** Text inside these is a link already. Code and formulas have no text children. */
const CLOSED = new Set(["link", "linkReference"]);

/** Splits text at its mentions, each of which becomes a link to the member; `null` if there is none. */
function linked(text: string): Node[] | null {
  const parts: Node[] = [];
  let end = 0;
  for (const match of text.matchAll(MENTION)) {
    const [mention, name = ""] = match;
    if (GONE.test(name)) continue;
    if (match.index > end) parts.push({ type: "text", value: text.slice(end, match.index) });
    end = match.index + mention.length;
    parts.push({
      type: "link",
      url: `/users/${name}`,
      // Members can't write attributes, so only our own elements carry this one.
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

/** A remark plugin that links @name in members' text to that member. */
export function mentions() {
  return (tree: Node) => walk(tree);
}
