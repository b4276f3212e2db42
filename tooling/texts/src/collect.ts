import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { IndexTracker, type Message } from "wuchale";
import { RUNTIME, screens } from "./rules.ts";

/** The web app, and which of its files are read. */
export const WEB = join(import.meta.dirname, "../../../apps/web");
const SOURCES = "src/**/*.{ts,tsx}";
const LEFT_OUT = /\.(test|gen|d)\.tsx?$|\.support\.tsx?$/;

/** A text of the screens and every file that has it. */
export interface Text {
  /** One form, or for counts the forms of English. */
  readonly forms: readonly string[];
  readonly context: string | undefined;
  readonly files: readonly string[];
}

/** Whether a file under the web app may hold texts; `file` is relative to it, with slashes. */
export function mayHoldTexts(file: string): boolean {
  return /^src\/.*\.tsx?$/.test(file) && !LEFT_OUT.test(file);
}

/** Every text of the screens by its key, in the order of files and of lines. */
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

/** A module with look-ups for its texts: `index` says where each stands in the catalogue. `code` is null where it has none. */
export async function transform(content: string, filename: string, index: Map<string, number>) {
  const tracker = new IndexTracker();
  tracker.indices = index;
  tracker.nextIndex = index.size;
  const expr = { plain: RUNTIME, reactive: RUNTIME };
  const { output, msgs } = await screens.transform({ content, filename, index: tracker, expr, matchUrl: () => null });
  const header = `import ${RUNTIME} from "virtual:texts";`;
  return { messages: msgs, code: msgs.length === 0 ? null : (output(header).code ?? null) };
}
