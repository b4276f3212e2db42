// Turns what people type into a tsquery. The texts' side is migration 020_search.ts, and the two must agree.

/** A search, ready for PostgreSQL. */
export interface Search {
  /** As typed, cut to the maximum. */
  readonly text: string;
  /** For `to_tsquery('english', …)`. Contains only letters, digits, blanks and operators. */
  readonly query: string;
  /** All its words in a row, for the same function: posts with this phrase rank higher. */
  readonly phrase: string | null;
  /** Its words that may be mistyped, in lower case. */
  readonly plainWords: readonly string[];
  /** The alternatives, when the search is for any of its words; otherwise null. */
  readonly anyOf: readonly { readonly operand: string; readonly word: string }[] | null;
}

interface Term {
  readonly not: boolean;
  /** Alternative tsquery operands. */
  readonly any: readonly string[];
  /** The word, if it is a single plain one. */
  readonly word: string | null;
  readonly typed: string;
}

/** Terms used of a longer search. */
const TERMS = 32;
const MAX_CORRECTED = 6;

/**
 * Parses a search: words that must all match, "exact phrases", `or` between alternatives, `-` before exclusions.
 * Identifiers (`snake_case`, `std::vector`, `node.js`) match as a whole and as their parts in a row.
 * @returns null when it contains no word
 */
export function parseSearch(text: string): Search | null {
  return compile(read(text));
}

/**
 * Returns the search with corrected words as alternatives, so it still finds everything it found before.
 * @param corrections by the word as in {@link Search.plainWords}
 */
export function corrected(search: Search, corrections: ReadonlyMap<string, string>): Search | null {
  return compile(
    read(search.text).map((group) =>
      group.map((term) => {
        const better = term.word === null || term.not ? undefined : corrections.get(plain(term.word));
        if (better === undefined) return term;
        return { ...term, any: [quoted(better), ...term.any], word: better, typed: better };
      }),
    ),
  );
}

/** Returns the search for any of its words. Null when it has fewer than two. */
export function relaxed({ text }: Search): Search | null {
  const terms = read(text).flat();
  const wanted = terms.filter(({ not, word }) => !not && !(word && STOP_WORDS.has(word.toLowerCase())));
  if (wanted.length < 2) return null;
  const banned = terms.filter((term) => term.not);
  const search = compile(wanted.map((term) => [term, ...banned]));
  return (
    search && { ...search, anyOf: wanted.map((term) => ({ operand: allOf([term]), word: plain(term.word ?? "") })) }
  );
}

/** The words that PostgreSQL's dictionary ignores. */
export const STOP_WORDS = new Set(
  (
    "i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its " +
    "itself they them their theirs themselves what which who whom this that these those am is are was were be been being " +
    "have has had having do does did doing a an the and but if or because as until while of at by for with about against " +
    "between into through during before after above below to from up down in out on off over under again further then once " +
    "here there when where why how all any both each few more most other some such no nor not only own same so than too very " +
    "s t can will just don should now"
  ).split(" "),
);

/** Parses groups of terms: all terms of one group, or all of another. */
function read(text: string): Term[][] {
  const groups: Term[][] = [[]];
  let count = 0;
  for (const [, minus, phrase, token] of text.normalize("NFC").matchAll(/(-?)"([^"]*)"?|(\S+)/gu)) {
    if (token !== undefined && /^(or|\|+)$/i.test(token)) {
      groups.push([]);
      continue;
    }
    if (++count > TERMS) break;
    const terms = phrase === undefined ? termsOf(token ?? "") : phraseTerm(phrase, minus === "-");
    groups.at(-1)?.push(...terms);
  }
  return groups.filter((group) => group.length > 0);
}

function phraseTerm(phrase: string, not: boolean): Term[] {
  const words = wordsOf(phrase);
  return words.length === 0 ? [] : [{ not, any: variants(words), word: null, typed: `"${phrase}"` }];
}

/** `-word` excludes; `--word` is a command's option. */
function termsOf(token: string): Term[] {
  const not = /^-[^-]/.test(token);
  const pieces = (not ? token.slice(1) : token).split(/[^\p{L}\p{N}_.:<>/+&#~@$%-]+/u);
  return pieces.flatMap((piece): Term[] => {
    const words = wordsOf(piece);
    const [first] = words;
    if (first === undefined) return [];
    if (words.length > 1) return [{ not, any: pieceOperands(piece, words), word: null, typed: piece }];
    const parts = first.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? [];
    // useEffect is one word, and people also write "use effect".
    const split = /\p{Ll}\p{Lu}/u.test(first) && parts.length > 1 ? [quoted(parts.join(" "))] : [];
    return [{ not, any: [...variants(words), ...split], word: first, typed: piece }];
  });
}

const IDENTIFIER = /^[^\p{L}\p{N}]*(\p{L}[\p{L}\p{N}]*(?:(?:[_.]{1,3}|::|->)[\p{L}\p{N}]+)+)[^\p{L}\p{N}]*$/u;

function pieceOperands(piece: string, words: readonly string[]): string[] {
  const identifier = IDENTIFIER.exec(piece)?.[1];
  const whole = identifier && identifier.length <= 100 ? [quoted(identifier.replace(/[_.:>-]+/g, "0"))] : [];
  const joined = identifier && words.length <= 3 ? [quoted(words.join(""))] : [];
  return [...whole, ...variants(words), ...joined];
}

function variants(words: readonly string[]): string[] {
  const typed = words.join(" ");
  return [...new Set([typed.toLowerCase(), plain(typed)])].map(quoted);
}

const quoted = (words: string) => `'${words.toLowerCase()}'`;

/** In lower case and without accents. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[łøß]/g, (char) => ({ ł: "l", ø: "o", ß: "s" })[char] ?? char)
    .normalize("NFC");
}

export function wordsOf(text: string): string[] {
  return text
    .replace(/(?:C|(?<![^\s])c)\+\+/gu, " cplusplus ")
    .replace(/(?:[CFQ]|(?<![^\s])[cfq])#/gu, (name) => ` ${name.charAt(0)}sharp `)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function compile(groups: readonly (readonly Term[])[]): Search | null {
  const query = groups.map((group) => allOf(group)).join(" | ");
  if (query === "") return null;
  const terms = groups.flat();
  const [group] = groups;
  const simple = groups.length === 1 && group?.every((term) => !term.not && term.word !== null);
  const words = simple ? terms.map((term) => term.word ?? "") : [];
  // "local storage" is also written localStorage.
  const joined = words.length === 2 && words.every((word) => word.length > 2) ? ` | ${quoted(words.join(""))}` : "";
  return {
    text: groups.map((all) => all.map((term) => (term.not ? "-" : "") + term.typed).join(" ")).join(" or "),
    query: query + joined,
    phrase: words.length > 1 ? quoted(words.join(" ")) : null,
    plainWords: [
      ...new Set(
        terms
          .filter((term) => !term.not)
          .map((term) => plain(term.word ?? ""))
          .filter((word) => /^\p{L}{4,32}$/u.test(word) && !STOP_WORDS.has(word)),
      ),
    ].slice(0, MAX_CORRECTED),
    anyOf: null,
  };
}

function allOf(terms: readonly Term[]): string {
  const operands = terms.map(({ not, any }) => {
    const one = any.length === 1 ? any.join() : `(${any.join(" | ")})`;
    return not ? `!${one}` : one;
  });
  return operands.length === 1 ? operands.join() : `(${operands.join(" & ")})`;
}
