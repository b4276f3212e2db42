import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { IndexTracker, type Message } from "wuchale";
import { prepare } from "./prepare.ts";
import { RUNTIME, screens } from "./rules.ts";

/** The web app, and which files are read. */
export const WEB = join(import.meta.dirname, "../../../apps/web");
const CONTRACT = "../../packages/contract/src/";
/** The contract's rules say what is wrong with a field, which forms show, and its messages are shown as they are. */
const RULES = /\.(rules|messages)\.ts$/;
/** Its other files whose texts screens show. */
const SHOWN = ["content/landing.ts", "platform/money.ts", "platform/pages.ts"].map((file) => `${CONTRACT}${file}`);
const SOURCES = ["src/**/*.{ts,tsx}", `${CONTRACT}**/*.{rules,messages}.ts`, ...SHOWN];
const LEFT_OUT = /\.(test|gen|d)\.tsx?$|\.support\.tsx?$/;

/** A screen text and every file that contains it. */
export interface Text {
  /** One form, or for counts the English plural forms. */
  readonly forms: readonly string[];
  readonly context: string | undefined;
  readonly files: readonly string[];
}

/** Whether a file of the web app or the contract may contain screen texts; `file` is relative to the app, with slashes. */
export function mayHoldTexts(file: string): boolean {
  const isShown = SHOWN.includes(file) || (file.startsWith(CONTRACT) && RULES.test(file));
  return (isShown || /^src\/.*\.tsx?$/.test(file)) && !LEFT_OUT.test(file);
}

/** Every screen text by its key, in the order of files and lines. */
export async function collect(root: string = WEB): Promise<ReadonlyMap<string, Text>> {
  const texts = new Map<string, { forms: readonly string[]; context: string | undefined; files: string[] }>();
  const files = globSync(SOURCES, { cwd: root }).map((file) => file.split(sep).join("/"));
  for (const file of files.filter(mayHoldTexts).sort()) {
    for (const message of await messagesOf(readFileSync(join(root, file), "utf8"), file)) {
      const known = texts.get(message.toKey());
      if (!known) texts.set(message.toKey(), { forms: message.msgStr, context: message.context, files: [file] });
      else if (!known.files.includes(file)) known.files.push(file);
    }
  }
  return texts;
}

async function messagesOf(content: string, filename: string): Promise<readonly Message[]> {
  return (await transform(content, filename, new Map())).messages;
}

/** Replaces a module's texts with lookups: `index` has each text's position in the catalog. `code` is null if it has none. */
export async function transform(content: string, filename: string, index: Map<string, number>) {
  const tracker = new IndexTracker();
  tracker.indices = index;
  tracker.nextIndex = index.size;
  const expr = { plain: RUNTIME, reactive: RUNTIME };
  const { output, msgs } = await screens.transform({
    content: prepare(content, filename),
    filename,
    index: tracker,
    expr,
    matchUrl: () => null,
  });
  const header = `import ${RUNTIME} from "virtual:texts";`;
  return { messages: msgs, code: msgs.length === 0 ? null : (output(header).code ?? null) };
}
