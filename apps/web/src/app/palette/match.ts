/** Something that a typed query can find. */
export interface Findable {
  readonly title: string;
  /** Other words that people may look for it by. */
  readonly keywords?: string;
}

/** From this score on Enter goes to the match instead of searching posts, because its name begins with the words. */
export const STRONG = 70;

/**
 * Scores how well a query fits, 0 for no match: every word must be found. The start of the title counts most, then the
 * start of a word, a part of one, the initials of its words ("pr" for Proof of Reserves), and letters in order.
 */
export function score(typed: string, { title, keywords = "" }: Findable): number {
  const words = plain(typed).split(" ").filter(Boolean);
  if (words.length === 0) return 0;
  const name = plain(title);
  const whole = words.join(" ");
  if (name === whole) return 100;
  if (name.startsWith(whole)) return 90;
  let sum = 0;
  for (const word of words) {
    const one = Math.max(inName(word, name), inKeywords(word, plain(keywords)));
    if (one === 0) return 0;
    sum += one;
  }
  return sum / words.length;
}

function inName(word: string, name: string): number {
  if (name.startsWith(word)) return 85;
  const parts = name.split(" ");
  if (parts.some((part) => part.startsWith(word))) return 75;
  if (word.length > 1 && name.includes(word)) return 50;
  const initials = parts.map((part) => part.charAt(0)).join("");
  if (word.length > 1 && initials.includes(word)) return 45;
  // One or two letters in order occur in almost every title.
  return word.length > 2 && inOrder(word, name) ? 20 : 0;
}

function inKeywords(word: string, keywords: string): number {
  return keywords.split(" ").some((part) => part.startsWith(word)) ? 60 : 0;
}

function inOrder(letters: string, text: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Strips diacritics and case: "resume" finds "Résumé". */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Returns the matches, best first; equal matches are ordered by recent use, then by position. */
export function found<T extends Findable & { readonly id: string }>(
  typed: string,
  all: readonly T[],
  recent: readonly string[],
): { readonly entry: T; readonly score: number }[] {
  const lately = (id: string) => (recent.includes(id) ? 5 : 0);
  return all
    .map((entry) => ({ entry, score: score(typed, entry) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score + lately(b.entry.id) - a.score - lately(a.entry.id));
}
