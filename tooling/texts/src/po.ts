import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import PO from "pofile";
import type { Text } from "./collect.ts";

/** A translation: the text for each key, and the rule that selects the form for a count. */
export interface Catalogue {
  /** Forms by key; absent or empty if not translated yet. */
  readonly forms: ReadonlyMap<string, readonly string[]>;
  /** An expression in `n`, from the header Plural-Forms. */
  readonly plural: string;
}

const ENGLISH_PLURAL = "n == 1 ? 0 : 1";

/** An entry's key in the format of the texts: its English text, and its context if it has one. */
function keyOf({ msgid, msgid_plural, msgctxt }: InstanceType<typeof PO.Item>): string {
  return `${[msgid, msgid_plural].filter(Boolean).join("\n")}\n${msgctxt ?? ""}`.trim();
}

/** Reads a .po file. @throws Error if the plural rule isn't an arithmetic expression */
export function readPo(path: string): Catalogue {
  const po = PO.parse(readFileSync(path, "utf8"));
  const plural =
    /plural=([^;]+)/.exec(po.headers["Plural-Forms"]?.replace(/nplurals=/, "") ?? "")?.[1] ?? ENGLISH_PLURAL;
  if (!/^[n\d\s()?:%=!<>&|]+$/.test(plural)) throw new Error(`${path}: Plural-Forms has “${plural}”`);
  return {
    forms: new Map(po.items.filter(({ obsolete }) => !obsolete).map((item) => [keyOf(item), item.msgstr])),
    plural,
  };
}

/**
 * The file of a locale: every text in order, with the files that contain it, and its existing translation if the English text is
 * unchanged. For English itself, the translation is the text.
 */
export function writePo(locale: string, texts: ReadonlyMap<string, Text>, path: string, isSource: boolean): string {
  const before = existsSync(path) ? readPo(path) : null;
  const po = new PO();
  po.headers = {
    Language: locale,
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": `nplurals=${nplurals(before?.plural ?? ENGLISH_PLURAL)}; plural=${before?.plural ?? ENGLISH_PLURAL};`,
  };
  po.items = [...texts].map(([key, { forms, context, files }]) => {
    const item = new PO.Item();
    // Determines the number of forms written; the library's types call it private.
    Reflect.set(item, "nplurals", nplurals(before?.plural ?? ENGLISH_PLURAL));
    const [one = "", many] = forms;
    item.msgid = one;
    if (many !== undefined) item.msgid_plural = many;
    if (context !== undefined) item.msgctxt = context;
    item.references = files.map((file) => posix.join("apps/web", file));
    item.msgstr = isSource ? [...forms] : [...(before?.forms.get(key) ?? forms.map(() => ""))];
    return item;
  });
  return `${po.toString().trimEnd()}\n`;
}

/** The number of forms a rule yields, checked for every count up to where rules repeat. */
function nplurals(plural: string): number {
  const form = new Function("n", `return Number(${plural})`);
  return 1 + Math.max(...Array.from({ length: 1_000 }, (_, n) => Number(form(n))));
}
