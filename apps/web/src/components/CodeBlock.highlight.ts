import { createLowlight } from "lowlight";
import { createElement, type ReactNode } from "react";
import { GRAMMARS, grammarOf } from "./CodeBlock.grammars.ts";

const lowlight = createLowlight();
type Tree = ReturnType<typeof lowlight.highlight>;

/**
 * The code as elements with the highlighter's class names, or `null` for a language it does not know. Rejects when the
 * grammar cannot be fetched.
 */
export async function highlight(code: string, language: string): Promise<ReactNode | null> {
  const grammar = grammarOf(language);
  if (grammar === null) return null;
  await Promise.all([...withInside(grammar)].map(learn));
  return lowlight.highlight(grammar, code).children.map(toReact);
}

/** The grammar and all that may stand in it, at any depth. */
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

// Only spans and text come out of the highlighter, so code can never become markup of another kind.
function toReact(node: Tree["children"][number], index: number): ReactNode {
  if (node.type === "text") return node.value;
  if (node.type !== "element") return null;
  const names = node.properties.className;
  const className = Array.isArray(names) ? names.join(" ") : undefined;
  return createElement("span", { key: index, className }, node.children.map(toReact));
}
