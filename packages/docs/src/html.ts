import type { Element, ElementContent, Root as HastRoot, Properties } from "hast";
import type { Code, Heading, Link, Nodes, Root, RootContent, Table } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import rehypeStringify from "rehype-stringify";
import remarkRehype, { type Options } from "remark-rehype";
import { unified } from "unified";
import { highlighted } from "./highlight.ts";
import { configured, isConfigName, MARKED } from "./source.ts";
import { DEFAULT_CONFIG } from "./values.ts";

/*
 * Renders the tree as HTML for the web page. Classes start with `doc-` and are styled by the app. The page is readable without
 * scripts: examples in three languages are stacked until the app turns them into tabs.
 */

type State = Parameters<NonNullable<NonNullable<Options["handlers"]>["heading"]>>[0];
type Container = Extract<RootContent, { type: "containerDirective" }>;

const element = (tagName: string, properties: Properties, children: ElementContent[]): Element => ({
  type: "element",
  tagName,
  properties,
  children,
});
const words = (value: string): ElementContent => ({ type: "text", value });

const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  bash: "Shell",
  sh: "Shell",
  js: "JavaScript",
  javascript: "JavaScript",
  ts: "TypeScript",
  typescript: "TypeScript",
  python: "Python",
  json: "JSON",
  sql: "SQL",
  yaml: "YAML",
  nginx: "nginx",
  ini: "Settings",
  env: "Settings",
};

const handlers = {
  heading(state: State, node: Heading): Element {
    const id = node.data?.id ?? "";
    const anchor = element(
      "a",
      { className: ["doc-anchor"], href: `#${id}`, ariaLabel: `Link to ${plainText(node)}` },
      [words("#")],
    );
    return element(`h${node.depth}`, { id, tabIndex: -1 }, [...state.all(node), anchor]);
  },
  code(_: State, node: Code): Element {
    const lang = node.lang ?? "";
    const name = LANGUAGE_NAMES[lang] ?? (lang === "text" ? "" : lang);
    const code = element("code", {}, highlighted(node.value, lang));
    // Focusable, because scrollable content must be reachable by keyboard.
    const pre = element("pre", { tabIndex: 0, ariaLabel: name ? `${name} code` : "Code", role: "region" }, [code]);
    return element("figure", { className: ["doc-code"] }, [
      ...(name ? [element("figcaption", {}, [words(name)])] : []),
      pre,
    ]);
  },
  table(state: State, node: Table): Element {
    const [head, ...rows] = node.children;
    const cells = (row: Table["children"][number] | undefined, tag: string) =>
      element(
        "tr",
        {},
        (row?.children ?? []).map((cell, at) => {
          const align = node.align?.[at];
          return element(
            tag,
            { ...(align && { style: `text-align: ${align}` }), ...(tag === "th" && { scope: "col" }) },
            [...state.all(cell)],
          );
        }),
      );
    const label = (head?.children ?? []).map((cell) => plainText(cell)).join(", ");
    return element("div", { className: ["doc-table"], tabIndex: 0, role: "region", ariaLabel: `Table: ${label}` }, [
      element("table", {}, [
        element("thead", {}, [cells(head, "th")]),
        element(
          "tbody",
          {},
          rows.map((row) => cells(row, "td")),
        ),
      ]),
    ]);
  },
  link(state: State, node: Link): Element {
    const children = state.all(node);
    const href = configured(node.url, DEFAULT_CONFIG);
    const outside = /^https?:/.test(href);
    return element(
      "a",
      {
        href,
        // The app inserts the configured value named in braces.
        ...(href !== node.url && { dataConfigHref: node.url.replace(MARKED, "{$1}") }),
        ...(outside && { rel: ["noopener"] }),
      },
      children,
    );
  },
  containerDirective(state: State, node: Container): Element {
    const children = state.wrap(state.all(node), true);
    const { title = "" } = node.attributes ?? {};
    if (node.name === "tabs") return element("div", { className: ["doc-tabs"] }, children);
    if (node.name === "tab")
      return element("section", { className: ["doc-tab"], dataTitle: title ?? "", ariaLabel: title ?? "" }, children);
    if (node.name === "endpoint") return element("div", { className: ["doc-endpoint"] }, children);
    const label = title || (node.name === "warning" ? "Take care" : "Note");
    return element("aside", { className: ["doc-callout", `doc-${node.name}`], ariaLabel: label }, [
      element("p", { className: ["doc-callout-title"] }, [words(label)]),
      ...children,
    ]);
  },
};

const processor = unified()
  .use(remarkRehype, { handlers, clobberPrefix: "" })
  .use(() => markConfigured)
  .use(rehypeStringify);

/** The page's text as HTML, without its title. */
export function toHtml(tree: Root): string {
  return processor.stringify(processor.runSync(tree));
}

/** Wraps configured values, shown with their defaults, in an element that the app finds. */
function markConfigured(tree: HastRoot): void {
  const walk = (parent: HastRoot | Element): void => {
    const children = parent.children.flatMap((child): HastRoot["children"] => {
      if (child.type === "element") walk(child);
      return child.type === "text" && MARKED.test(child.value) ? split(child.value) : [child];
    });
    parent.children = children;
  };
  walk(tree);
}

function split(value: string): ElementContent[] {
  return value.split(MARKED).map((part, at) => {
    if (at % 2 === 0 || !isConfigName(part)) return words(part);
    return element("span", { dataConfig: part }, [words(DEFAULT_CONFIG[part])]);
  });
}

/** The nodes' text, for search and descriptions. */
export const textOf = (node: Nodes): string => configured(plainText(node), DEFAULT_CONFIG);
