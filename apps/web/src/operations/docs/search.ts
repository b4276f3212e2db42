import type { DocsSection } from "virtual:docs";
import type MiniSearch from "minisearch";

export interface Hit {
  /** Address with the anchor. */
  readonly address: string;
  readonly page: string;
  readonly title: string;
  /** The title in parts. */
  readonly heading: Marked;
  /** The excerpt around the match. */
  readonly excerpt: Marked;
}

/** A text in parts, with matches marked. */
export type Marked = readonly { readonly text: string; readonly marked: boolean }[];

export type Search = (words: string) => Hit[];
const MOST = 8;
const AROUND = 70;

let ready: Promise<Search> | undefined;

/** Searches all pages. The library and the texts load once, on the first search. */
export function loadSearch(): Promise<Search> {
  ready ??= load().catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  return ready;
}

async function load(): Promise<Search> {
  const [{ default: Engine }, { searchable }] = await Promise.all([import("minisearch"), import("virtual:docs")]);
  const sections = (await searchable()).default;
  return searchOver(new Engine<DocsSection>(OPTIONS), sections);
}

export const OPTIONS = {
  fields: ["title", "text", "page"],
  storeFields: ["page", "title", "text"],
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: true,
    fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
  },
};

export function searchOver(engine: MiniSearch<DocsSection>, sections: DocsSection[]): Search {
  engine.addAll(sections);
  return (words) => {
    const strict = engine.search(words, { combineWith: "AND" });
    const found = strict.length > 0 ? strict : engine.search(words, { combineWith: "OR" });
    return found.slice(0, MOST).map(({ id, terms, page, title, text }) => ({
      address: String(id),
      page: String(page),
      title: String(title),
      heading: marked(String(title), patternOf(terms)),
      excerpt: excerptOf(String(text), terms),
    }));
  };
}

/** Cuts the text around the first match and marks all matches in it. */
export function excerptOf(text: string, terms: readonly string[]): Marked {
  const words = patternOf(terms);
  const first = words ? text.search(words) : -1;
  const start = first <= AROUND ? 0 : text.indexOf(" ", first - AROUND) + 1;
  const cut = text.slice(start, start + 2.5 * AROUND);
  const end = start + cut.length < text.length ? cut.replace(/\s+\S*$/, "…") : cut;
  return marked(`${start > 0 ? "…" : ""}${end}`, words);
}

function patternOf(terms: readonly string[]): RegExp | null {
  const words = terms.filter((term) => term.length > 1).map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (words.length === 0) return null;
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})[\\p{L}\\p{N}]*`, "giu");
}

function marked(text: string, words: RegExp | null): Marked {
  if (!words) return [{ text, marked: false }];
  const parts: { text: string; marked: boolean }[] = [];
  let at = 0;
  for (const { index, 0: word } of text.matchAll(words)) {
    parts.push({ text: text.slice(at, index), marked: false }, { text: word, marked: true });
    at = index + word.length;
  }
  parts.push({ text: text.slice(at), marked: false });
  return parts.filter((part) => part.text !== "");
}
