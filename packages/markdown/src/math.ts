import rehypeKatex from "rehype-katex";
import remarkMath from "remark-math";

/** The part of a syntax tree node that we read and write. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  position?: { start: { offset?: number }; end: { offset?: number } };
  data?: { hProperties?: Record<string, unknown> };
}

/**
 * Treats dollars as money where they are: "$5 and $6" is text, because a closing dollar is never followed by a digit.
 * Renders `$$…$$` within a paragraph on its own line, as other communities do.
 */
function remarkDollars() {
  return (tree: Node, file: { value: unknown }) => {
    const source = String(file.value);
    const visit = (node: Node) => {
      for (const child of node.children ?? []) {
        if (child.type === "math") decideBlock(child, source);
        else if (child.type === "inlineMath") decideMath(child, source);
        else visit(child);
      }
    };
    visit(tree);
  };
}

function decideMath(node: Node, source: string): void {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) return;
  const written = source.slice(start, end);
  if (DEFINES.test(node.value ?? "")) {
    asText(node, written);
  } else if (written.startsWith("$$")) {
    node.data = { ...node.data, hProperties: { className: ["language-math", "math-display"] } };
  } else if (/\d/.test(source.charAt(end))) {
    asText(node, written);
  }
}

function decideBlock(node: Node, source: string): void {
  const { start, end } = node.position ?? {};
  if (!DEFINES.test(node.value ?? "")) return;
  asText(node, source.slice(start?.offset, end?.offset));
  node.children = [{ type: "text", value: node.value ?? "" }];
  node.type = "paragraph";
  delete node.value;
}

/** A few characters of a formula that defines a command can stand for millions, so such a formula stays as written. */
const DEFINES =
  /\\(?:[egx]?def|let|futurelet|global|long|(?:re)?newcommand|providecommand|DeclareMathOperator|newenvironment)(?![a-zA-Z])/;

function asText(node: Node, written: string): void {
  node.type = "text";
  node.value = written;
  delete node.data;
}

/** The plugins that turn `$…$` and `$$…$$` into KaTeX, without links or HTML and with limits on macros and sizes. */
export const mathPlugins = {
  remark: [remarkMath, remarkDollars],
  rehype: [
    [rehypeKatex, { trust: false, strict: "ignore", maxSize: 20, maxExpand: 500, errorColor: "inherit" }],
  ] satisfies [typeof rehypeKatex, Parameters<typeof rehypeKatex>[0]][],
};
