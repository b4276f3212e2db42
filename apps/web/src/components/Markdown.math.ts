import "katex/dist/katex.min.css";
import rehypeKatex from "rehype-katex";
import remarkMath from "remark-math";

/** What we read and write of a syntax tree's node. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  position?: { start: { offset?: number }; end: { offset?: number } };
  data?: { hProperties?: Record<string, unknown> };
}

/**
 * Where dollars are money, not formulas: "$5 and $6" is text, because a closing dollar is never followed by a digit.
 * And `$$…$$` within a paragraph is set on its own line, as people coming from other communities expect.
 */
function remarkDollars() {
  return (tree: Node, file: { value: unknown }) => {
    const source = String(file.value);
    const visit = (node: Node) => {
      for (const child of node.children ?? []) {
        if (child.type === "inlineMath") settle(child, source);
        else visit(child);
      }
    };
    visit(tree);
  };
}

function settle(node: Node, source: string): void {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) return;
  const written = source.slice(start, end);
  if (written.startsWith("$$")) {
    node.data = { ...node.data, hProperties: { className: ["language-math", "math-display"] } };
  } else if (/\d/.test(source.charAt(end))) {
    node.type = "text";
    node.value = written;
    delete node.data;
  }
}

/** The plugins that turn `$…$` and `$$…$$` into KaTeX, which trusts nothing: no links, no HTML, bounded macros and sizes. */
export const mathPlugins = {
  remark: [remarkMath, remarkDollars],
  rehype: [
    [rehypeKatex, { trust: false, strict: "ignore", maxSize: 20, maxExpand: 500, errorColor: "inherit" }],
  ] satisfies [typeof rehypeKatex, Parameters<typeof rehypeKatex>[0]][],
};
