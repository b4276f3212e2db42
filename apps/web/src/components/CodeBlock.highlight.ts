import { createLowlight } from "lowlight";
import { createElement, type ReactNode } from "react";
import { GRAMMARS, grammarOf } from "./CodeBlock.grammars.ts";

const lowlight = createLowlight();
type Tree = ReturnType<typeof lowlight.highlight>;

/**
 * Highlights the code as elements with class names, or returns `null` for an unknown language. Rejects when the grammar
 * can't be fetched.
 */
export async function highlight(code: string, language: string): Promise<ReactNode | null> {
  const grammar = grammarOf(language);
  if (grammar === null) return null;
  await Promise.all([...withInside(grammar)].map(learn));
  return lowlight.highlight(grammar, code).children.map(toReact);
}

/** Loads the grammar and all that it may embed, at any depth. */
function withInside(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const inner of GRAMMARS[name]?.inside ?? []) withInside(inner, found);
  return found;
}

async function learn(name: string): Promise<void> {
  const grammar = GRAMMARS[name];
  if (grammar && !lowlight.registered(name)) lowlight.register(name, (await grammar.load()).default);
}

// Only spans and text leave the highlighter, so code can never become other markup.
function toReact(node: Tree["children"][number], index: number): ReactNode {
  if (node.type === "text") return node.value;
  if (node.type !== "element") return null;
  const names = node.properties.className;
  const className = Array.isArray(names) ? names.join(" ") : undefined;
  return createElement("span", { key: index, className }, node.children.map(toReact));
}
