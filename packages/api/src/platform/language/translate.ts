import type { InterfaceLanguage } from "@bbux/contract";
import de from "./catalogs/de.json" with { type: "json" };
import es from "./catalogs/es.json" with { type: "json" };
import ja from "./catalogs/ja.json" with { type: "json" };
import { translateMoment } from "./moments.ts";
import { DIGITS, NUMBER, PARTS } from "./parts.ts";

/** English sentences with their translation, with markers for values: "You need {0} points". */
export type Catalog = Readonly<Record<string, string>>;

export type Translate = (sentence: string) => string;

interface Template {
  /** What stands before, between and after the values, {@link masked}; the first and last may be empty. */
  readonly pieces: readonly string[];
  readonly translation: string;
}

const MARK = /\{\d+\}/;
/** Letters of its own by which a template is told from other sentences: in all, or at its beginning. "{0} and {1}" fits too much. */
const FEWEST = { all: 8, first: 5 };
/** Sentences in one entry of a catalog. */
const MOST_TOGETHER = 6;
/** What no value of a single sentence has: the end of one and the beginning of the next. */
const NEXT = /(?:^|[.?!]) (?=\p{Lu}|\d)/u;
/** Where one sentence ends and the next begins. */
const BETWEEN = /(?<=[.?!]) (?=\p{Lu}|\d)/u;
/** A day as English sentences have it: "Mar 3, 2026", or in a time "2026-03-03". */
const DAY = /^[A-Z][a-z]{2} \d{1,2}, \d{4}$|^\d{4}-\d{2}-\d{2}$/;
/** An amount with grouped digits or decimals: a number without either may be an id. */
const AMOUNT = /^([−+-]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+))( BBUX| SOL|%)?$/;

/** How a language writes. */
interface Writing {
  readonly language: InterfaceLanguage;
  /** Ends a sentence. */
  readonly stop: string;
  /** Stands between two. */
  readonly space: string;
  readonly day: Intl.DateTimeFormat;
  /** Its own signs for those of English numbers. */
  readonly signs: Readonly<Record<string, string>>;
}

const writing = (language: InterfaceLanguage, stop = ".", space = " "): Writing => ({
  language,
  stop,
  space,
  day: new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }),
  signs: signsOf(language),
});
const makers: Readonly<Record<Exclude<InterfaceLanguage, "en">, () => Translate>> = {
  de: () => translatorOf(de, writing("de")),
  es: () => translatorOf(es, writing("es")),
  ja: () => translatorOf(ja, writing("ja", "。", "")),
};
/** Made when the first reader of a language comes, because commands and other processes have none. */
const translators = new Map<InterfaceLanguage, Translate>();

/**
 * Translates a sentence of ours on its way to a reader. Sentences are written in English where they arise, values included, so
 * this finds the template that a sentence was made from. One without a translation stays English.
 */
export function translate(language: InterfaceLanguage, sentence: string): string {
  if (language === "en") return sentence;
  const translator = translators.get(language) ?? makers[language]();
  translators.set(language, translator);
  return translator(sentence);
}

/** Makes the translator of a language from its catalog. */
export function translatorOf(
  catalog: Catalog,
  { language, stop, space, day, signs }: Writing = writing("de"),
): Translate {
  const whole = new Map<string, string>();
  const templates: (Template & { readonly letters: number })[] = [];
  const parts: (Template & { readonly values: RegExp })[] = [];
  for (const [english, translation] of Object.entries(catalog)) {
    if (translation === "") continue;
    const pieces = english.split(MARK).map(masked);
    const letters = lettersIn(pieces.join(""));
    const values = PARTS.get(english);
    if (values) parts.push({ pieces, translation, values });
    if (pieces.length === 1) whole.set(english, translation);
    else if (!values && (letters >= FEWEST.all || lettersIn(pieces[0] ?? "") >= FEWEST.first))
      templates.push({ pieces, translation, letters });
  }
  // The template with the most words of its own is the one that a sentence was made from.
  templates.sort((a, b) => b.letters - a.letters || b.pieces.length - a.pieces.length);
  parts.sort((a, b) => b.pieces.length - a.pieces.length);

  const fill = (translation: string, values: readonly string[]) =>
    translation.replaceAll(/\{(\d+)\}/g, (_, at) => values[Number(at)] ?? "");
  /** Of what stands inside a sentence, only what our code put together. */
  const inner = (value: string): string => {
    if (DAY.test(value)) return day.format(new Date(`${value} UTC`));
    const moment = translateMoment(value, language);
    if (moment !== null) return moment;
    const [, amount, unit = ""] = AMOUNT.exec(value) ?? [];
    if (amount !== undefined) return `${amount.replaceAll(/[.,]/g, (sign) => signs[sign] ?? sign)}${unit}`;
    for (const { pieces, translation, values: allowed } of parts) {
      if (pieces.length === 1) {
        if (value === pieces[0]) return translation;
        continue;
      }
      const values = valuesOf(value, masked(value), pieces);
      if (!values?.every((one) => allowed.test(one))) continue;
      return fill(translation, values.map(allowed === NUMBER ? (one) => DIGITS[one] ?? one : inner));
    }
    return value;
  };
  const one = (sentence: string): string | null => {
    const known = whole.get(sentence);
    if (known !== undefined) return known;
    const searched = masked(sentence);
    for (const { pieces, translation } of templates) {
      const values = valuesOf(sentence, searched, pieces);
      // A value that begins another sentence shows that this template isn't the one.
      if (values && !values.some((value) => NEXT.test(value)))
        return fill(
          translation,
          // After a colon stands what somebody wrote.
          values.map((value, at) => (pieces[at]?.endsWith(": ") ? value : inner(value))),
        );
    }
    const part = inner(sentence);
    return part === sentence ? null : part;
  };
  /** Where it stands alone, the catalog has it without its full stop. */
  const unstopped = (sentence: string) => {
    const translated = sentence.endsWith(".") ? one(sentence.slice(0, -1)) : null;
    return translated === null ? null : translated + stop;
  };
  /** Up to a colon: what follows it is what somebody wrote. */
  const beginning = (sentence: string) => {
    const at = masked(sentence).indexOf(": ");
    const translated = at < 0 ? null : one(sentence.slice(0, at));
    return translated === null ? sentence : translated + sentence.slice(at);
  };
  /** The most sentences from this one on that the catalog has as one, so that none of a pair stands alone. */
  const ahead = (sentences: readonly string[], from: number): readonly [text: string, next: number] => {
    for (let to = Math.min(sentences.length, from + MOST_TOGETHER); to > from; to--) {
      const known = one(sentences.slice(from, to).join(" "));
      if (known !== null) return [known, to];
    }
    const sentence = sentences[from] ?? "";
    return [unstopped(sentence) ?? beginning(sentence), from + 1];
  };
  return (said) => {
    const sentences = said.split(BETWEEN);
    const translated: string[] = [];
    for (let at = 0; at < sentences.length; ) {
      const [text, next] = ahead(sentences, at);
      translated.push(text);
      at = next;
    }
    return translated.join(space);
  };
}

/** How a language groups digits and separates decimals. */
function signsOf(language: string): Record<string, string> {
  const parts = new Intl.NumberFormat(language, { useGrouping: "always" }).formatToParts(1_234.5);
  const sign = (type: "group" | "decimal") => parts.find((part) => part.type === type)?.value;
  return { ",": sign("group") ?? ",", ".": sign("decimal") ?? "." };
}

function lettersIn(text: string): number {
  return text.replaceAll(/\P{L}/gu, "").length;
}

/** Hides quoted titles from the search, because they may contain anything, and keeps the length. */
function masked(text: string): string {
  return text.replaceAll(/“[^”]*”/g, (quoted) => "\0".repeat(quoted.length));
}

/** The values of a sentence made from a template; null if it wasn't. Each piece is looked for once, so no text is slow to read. */
function valuesOf(sentence: string, searched: string, pieces: readonly string[]): readonly string[] | null {
  const [first = "", ...rest] = pieces;
  const last = rest.pop() ?? "";
  if (!searched.startsWith(first) || !searched.endsWith(last)) return null;
  const values: string[] = [];
  let from = first.length;
  const end = sentence.length - last.length;
  for (const piece of rest) {
    const at = searched.indexOf(piece, from);
    if (at < 0 || at + piece.length > end) return null;
    values.push(sentence.slice(from, at));
    from = at + piece.length;
  }
  if (from > end) return null;
  values.push(sentence.slice(from, end));
  return values;
}
