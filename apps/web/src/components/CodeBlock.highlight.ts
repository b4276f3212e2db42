import powershell from "highlight.js/lib/languages/powershell";
import scala from "highlight.js/lib/languages/scala";
import { common, createLowlight } from "lowlight";
import { createElement, type ReactNode } from "react";

const lowlight = createLowlight({ ...common, powershell, scala });
type Tree = ReturnType<typeof lowlight.highlight>;

/** The code as elements with the highlighter's class names, or `null` for a language it does not know. */
export function highlight(code: string, language: string): ReactNode | null {
  if (!lowlight.registered(language)) return null;
  return lowlight.highlight(language, code).children.map(toReact);
}

// Only spans and text come out of the highlighter, so code can never become markup of another kind.
function toReact(node: Tree["children"][number], index: number): ReactNode {
  if (node.type === "text") return node.value;
  if (node.type !== "element") return null;
  const names = node.properties.className;
  const className = Array.isArray(names) ? names.join(" ") : undefined;
  return createElement("span", { key: index, className }, node.children.map(toReact));
}
