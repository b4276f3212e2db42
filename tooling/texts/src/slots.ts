import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PARTS } from "../../../packages/api/src/platform/language/parts.ts";
import { isLeftOut, SOURCES, sentenceOf } from "./sentences.ts";
import { childrenOf, type Node, parse } from "./syntax.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Names of values that are words of our own, in English. */
const WORDS = /^(kind|state|status|type|vote|role|action|verdict|reasonCode)$/;

/**
 * Finds sentences of the server that have a word of ours as a value, such as `You cannot vote on your own ${kind}`: a translation
 * can't decline it, and doesn't even translate it, unless it is in the closed list of parts. @returns "file: sentence"
 */
export function wordsInSlots(sentences: ReadonlySet<string>, root: string = ROOT): readonly string[] {
  const files = globSync(SOURCES, { cwd: root }).filter((file) => !isLeftOut(file));
  return files.sort().flatMap((file) => {
    const found = slotsOf(readFileSync(join(root, file), "utf8"), file);
    return found.filter(({ sentence }) => sentences.has(sentence)).map(({ sentence }) => `${file}: ${sentence}`);
  });
}

/** Every template of a module that has a word as a value. */
export function slotsOf(content: string, file: string): readonly { readonly sentence: string }[] {
  const module = parse(content, file);
  const constants = new Map<string, Node>();
  const note = (node: Node) => {
    const { id, init } = node as { readonly id?: { readonly name?: string }; readonly init?: Node | null };
    if (node.type === "VariableDeclarator" && id?.name && init) constants.set(id.name, init);
    for (const [, child] of childrenOf(node)) note(child);
  };
  note(module);
  const isWord = (node: Node | undefined, depth = 0): boolean => {
    if (!node || depth > 3) return false;
    const inner = (field: string) => isWord(node[field] as Node | undefined, depth + 1);
    switch (node.type) {
      case "Literal":
        return typeof node.value === "string" && /\p{L}{2}/u.test(node.value) && !PARTS.has(node.value);
      case "TemplateLiteral": {
        const sentence = sentenceOf(node) ?? "";
        // A whole sentence after another is translated on its own.
        return /\p{L}{2}/u.test(sentence) && !PARTS.has(sentence) && !/^\p{Lu}.*[.?!]$/u.test(sentence);
      }
      case "ConditionalExpression":
        return inner("consequent") || inner("alternate");
      case "LogicalExpression":
        return inner("right");
      case "Identifier": {
        const name = String(node.name);
        return constants.has(name) ? isWord(constants.get(name), depth + 1) : WORDS.test(name);
      }
      case "MemberExpression":
        return WORDS.test(String((node.property as { readonly name?: string }).name));
      default:
        return false;
    }
  };
  const found: { sentence: string }[] = [];
  const walk = (node: Node) => {
    if (node.type === "TemplateLiteral" && (node.expressions as readonly Node[]).some((value) => isWord(value)))
      found.push({ sentence: sentenceOf(node) ?? "" });
    for (const [, child] of childrenOf(node)) walk(child);
  };
  walk(module);
  return found;
}
