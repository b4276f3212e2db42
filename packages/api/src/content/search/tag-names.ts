import { STOP_WORDS, wordsOf } from "./search.ts";

/** The most words in a row that are read as one name, as in "machine learning model". */
const LONGEST = 3;
/** Signs between the words of a tag's name. */
const JOINTS = ["-", " ", ".", "_", ""];

/**
 * Returns what tags named in a text may be called, in lower case: its words, also without a plural's s, and up to three
 * words in a row joined as tags are. A name of one or two letters counts only in capitals or with a sign ("Go", "C#"),
 * because "go" and "c" are also just words.
 */
export function tagNamesIn(text: string): string[] {
  const names = new Set<string>();
  const lines = text.split(/[\n,;:!?()[\]{}"“”`]+/u);
  for (const line of lines) {
    const tokens = line
      .split(/\s+/u)
      .map((token) => token.replace(/^[^\p{L}\p{N}.]+|[^\p{L}\p{N}+#]+$/gu, ""))
      .filter((token) => token !== "");
    for (const token of tokens) if (isName(token)) names.add(token.toLowerCase());
    const words = tokens.flatMap((token) => (/[+#]/.test(token) ? [token] : wordsOf(token)));
    for (const [start, word] of words.entries()) {
      if (isName(word)) for (const form of singular(word.toLowerCase())) names.add(form);
      for (let length = 2; length <= LONGEST && start + length <= words.length; length++) {
        const row = words.slice(start, start + length).map((one) => one.toLowerCase());
        for (const joint of JOINTS) names.add(row.join(joint));
      }
    }
  }
  return [...names].filter((name) => name.length <= 64);
}

function isName(word: string): boolean {
  if (STOP_WORDS.has(word.toLowerCase())) return false;
  return word.length > 2 || /\p{Lu}|[+#]/u.test(word);
}

function singular(word: string): string[] {
  return word.length > 3 && /[^s]s$/.test(word) ? [word, word.slice(0, -1)] : [word];
}
