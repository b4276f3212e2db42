import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { LOCALES } from "../../../apps/web/texts.config.ts";
import { PARTS } from "../../../packages/api/src/platform/language/parts.ts";
import { childrenOf, type Node, parse } from "./syntax.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Where the server's catalogs are, next to the code that uses them. */
export const CATALOGS = join(ROOT, "packages/api/src/platform/language/catalogs");

/** Where the server's sentences are written. */
export const SOURCES = [
  "packages/contract/src/**/*.ts",
  "packages/api/src/**/*.ts",
  "apps/server/src/{http,jobs,uploads}/**/*.ts",
  "apps/server/src/{letter,mail-test}.ts",
];
/** Texts for operators, documents and crawlers, which stay English, and those that the web app translates itself. */
const ENGLISH = [
  /\.(test|gen|d|support)\.ts$/,
  /contract\/src\/platform\/(pages|languages)|contract\/src\/(content\/(landing|socials)|people\/device)/,
  /api\/src\/money\/(chain|cold-wallet|hot-wallet(?!\/lost-withdrawal)|reserve-audit|reserves|transparency)\//,
  /withdrawals\/(balance-check|both-nodes|nonces|pass-fence|payout-limits|process-payments|shortage|store-signed|used-nonce)/,
  /api\/src\/operations\/demo\/|api\/src\/people\/logins\/wallet-message/,
  /server\/src\/http\/(client-errors|html\/|openapi|plain\/(docs|streamed|solana)|metrics|security-)/,
  /server\/src\/jobs\/(backup|define-job|overview)|content\/search\/highlight|uploads\/videos/,
];
/** Whether a file has no sentences for readers. */
export const isLeftOut = (file: string): boolean => ENGLISH.some((pattern) => pattern.test(file));

/** Files in which phrases count, too: sentences are put together from them. */
const PHRASES = /wallet\.messages\.ts$/;
/** Properties whose values document something, and calls that log or match. */
const UNREAD_KEYS = new Set(["description", "summary", "example", "examples", "schedule"]);
const UNREAD_CALLS =
  /^(describe|meta|warn|info|debug|fatal|raw|within|from|AggregateError|Error|TypeError|returnToAsker|payBounty)$/;
/** Properties whose values readers see even if they are a single word or don't start like a sentence. */
const SHOWN_KEYS = new Set(["message", "title", "label", "subject", "greeting", "says"]);

interface Place {
  readonly isRead: boolean;
  readonly isShown: boolean;
  readonly isPhrase: boolean;
}

/**
 * Every sentence that the server may send to a reader, in the order of files: strings and templates that start like one, with
 * markers for values: "You need {0} points".
 */
export function collectSentences(root: string = ROOT): readonly string[] {
  const files = globSync(SOURCES, { cwd: root }).filter((file) => !isLeftOut(file));
  const found = new Set<string>(["Or paste this link into your browser:", ...PARTS.keys()]);
  for (const file of files.sort()) {
    for (const sentence of sentencesOf(readFileSync(join(root, file), "utf8"), file)) found.add(sentence);
  }
  return [...found];
}

export function sentencesOf(content: string, file: string): readonly string[] {
  const found: string[] = [];
  const walk = (node: Node, place: Place) => {
    if (/^(Import|ExportAll|TS(Type|Interface|Literal)|TaggedTemplate)/.test(node.type)) return;
    const text = sentenceOf(node);
    if (text !== null && place.isRead && isSentence(text, place)) found.push(text);
    for (const [field, child] of childrenOf(node)) walk(child, placeOf(node, field, place));
  };
  walk(parse(content, file), { isRead: true, isShown: false, isPhrase: PHRASES.test(file) });
  return found;
}

/** A string, or a template with `{n}` for its values. */
export function sentenceOf(node: Node): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value.trim() : null;
  if (node.type !== "TemplateLiteral") return null;
  const quasis = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
  return quasis
    .map(({ value }, at) => `${value.cooked}${at < quasis.length - 1 ? `{${at}}` : ""}`)
    .join("")
    .trim();
}

function isSentence(text: string, { isShown, isPhrase }: Place): boolean {
  const words = text.replaceAll(/\{\d+\}/g, "");
  // Too few words of its own to be told from other sentences.
  if (words !== text && words.replaceAll(/\P{L}/gu, "").length < 5) return false;
  // Compared by the web app.
  if (text === "Invalid action") return false;
  if (!/\p{L}{2}/u.test(words) || /^(GET|POST|PUT|DELETE|SELECT|INSERT|UPDATE) |_|::/.test(text)) return false;
  return (
    /^(\{\d+\}[ ’'s]*)*[“"]?\p{Lu}.* |^\{\d+\} .*\p{L}{2}/u.test(text) ||
    (isShown && /^\p{Lu}| /u.test(text)) ||
    (isPhrase && text.includes(" "))
  );
}

function placeOf(parent: Node, field: string, place: Place): Place {
  if (parent.type === "Property" && field === "value") {
    const { name, value } = parent.key as { readonly name?: string; readonly value?: string };
    const key = name ?? value ?? "";
    return { ...place, isRead: place.isRead && !UNREAD_KEYS.has(key), isShown: SHOWN_KEYS.has(key) };
  }
  if (/^(Call|New)Expression$/.test(parent.type) && field === "arguments") {
    const callee = parent.callee as { readonly name?: string; readonly property?: { readonly name?: string } };
    const name = callee.property?.name ?? callee.name ?? "";
    return { ...place, isRead: place.isRead && !UNREAD_CALLS.test(name), isShown: false };
  }
  return place;
}

/** Writes the catalog of each language but English, and keeps the translations of sentences that still exist. @returns their paths */
export function writeSentences(sentences: readonly string[], directory: string = CATALOGS): string[] {
  return LOCALES.slice(1).map((locale) => {
    const path = join(directory, `${locale}.json`);
    const before: Record<string, string> = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
    const after = Object.fromEntries(sentences.map((sentence) => [sentence, before[sentence] ?? ""]));
    writeFileSync(path, `${JSON.stringify(after, null, 2)}\n`);
    return relative(ROOT, path);
  });
}
