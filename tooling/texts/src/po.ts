import { existsSync, readFileSync } from "node:fs";
import PO from "pofile";
import type { Text } from "./collect.ts";

/** A translation: what stands for each key, and which form a count takes. */
export interface Catalogue {
  /** Forms by key; absent or empty where nothing is translated yet. */
  readonly forms: ReadonlyMap<string, readonly string[]>;
  /** An expression in `n`, as the header Plural-Forms gives it. */
  readonly plural: string;
}

const ENGLISH_PLURAL = "n == 1 ? 0 : 1";

/** The key of an entry, as the texts have it: its English, and the context if it has one. */
function keyOf({ msgid, msgid_plural, msgctxt }: InstanceType<typeof PO.Item>): string {
  return `${[msgid, msgid_plural].filter(Boolean).join("\n")}\n${msgctxt ?? ""}`.trim();
}

/** Reads a .po file. @throws Error for a rule of plurals that is no arithmetic */
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
 * The file for a locale as text: every text in its order with the files that have it, and of what was there before each
 * translation whose English is still the same. For English itself the translation is the text.
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
    // As it writes so many forms; its types call it private.
    Reflect.set(item, "nplurals", nplurals(before?.plural ?? ENGLISH_PLURAL));
    const [one = "", many] = forms;
    item.msgid = one;
    if (many !== undefined) item.msgid_plural = many;
    if (context !== undefined) item.msgctxt = context;
    item.references = files.map((file) => `apps/web/${file}`);
    item.msgstr = isSource ? [...forms] : [...(before?.forms.get(key) ?? forms.map(() => ""))];
    return item;
  });
  return `${po.toString().trimEnd()}\n`;
}

/** How many forms a rule gives: for every count up to where rules repeat. */
function nplurals(plural: string): number {
  const form = new Function("n", `return Number(${plural})`);
  return 1 + Math.max(...Array.from({ length: 1_000 }, (_, n) => Number(form(n))));
}
