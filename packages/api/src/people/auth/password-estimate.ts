// Loaded by the process that estimates passwords only: the dictionaries take tens of megabytes, and an estimate takes a processor.
import type { PasswordEstimate } from "../../platform/context/index.ts";

/** Passwords that are found in fewer guesses are refused. */
const LEAST_GUESSES = 1e6;
/** So many of the most common passwords are refused, whatever else. */
const COMMON = 10_000;
/** For longer passwords, only the start and end are scored, because time grows with the square of the length. One strong end is enough. */
const JUDGED = 32;
/** The letters that signs stand for, in two ways of reading them. */
const LETTERS = [signsOf("1i|i7t"), signsOf("1l|l7l")] as const;

/**
 * Estimates whether a password is easy to guess, within 50 ms of a processor whatever the password.
 * @param about words that a guesser would know, like its owner's name
 */
export async function estimatePassword(password: string, about: readonly string[]): Promise<PasswordEstimate> {
  estimator ??= load();
  const { common, guesses } = await estimator;
  const isStrong = (part: string) =>
    !isBuiltIn(part) && readings(part).every(({ text, factor }) => factor * guesses(text, about) >= LEAST_GUESSES);
  return {
    isCommon: common.has(password.toLowerCase()),
    isGuessable: ![...new Set([password.slice(0, JUDGED), password.slice(-JUDGED)])].some(isStrong),
  };
}

/**
 * A password as it is and with the letters that its signs may stand for, and by how much more guesses that takes. The estimator's own
 * search for them takes exponential time.
 */
function readings(password: string): { readonly text: string; readonly factor: number }[] {
  const read = LETTERS.map((letters) => password.replaceAll(/[^a-zA-Z]/g, (sign) => letters.get(sign) ?? sign));
  return [...new Set([password, ...read])].map((text) => {
    const replaced = new Set(password.split("").filter((sign, at) => sign !== text[at]));
    return { text, factor: 2 ** replaced.size };
  });
}

/** @param ambiguous each sign followed by its letter */
function signsOf(ambiguous: string): ReadonlyMap<string, string> {
  const pairs = `4a@a8b(c{c[c<c3e6g9g!i0o$s5s+t%x2z${ambiguous}`.match(/../g) ?? [];
  return new Map(pairs.map((pair) => [pair.charAt(0), pair.charAt(1)]));
}

/** The estimator looks words up in plain objects, and so mistakes what these have of their own. */
function isBuiltIn(password: string): boolean {
  return password.toLowerCase().replaceAll(/[^a-z_]/g, "") in Object.prototype;
}

interface Estimator {
  readonly common: ReadonlySet<string>;
  guesses(password: string, about: readonly string[]): number;
}

let estimator: Promise<Estimator> | undefined;

async function load(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  const dictionary = { ...common.dictionary, ...english.dictionary };
  const factory = new ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs, l33tMaxSubstitutions: 0 });
  return {
    common: new Set(common.dictionary["passwords-common"].slice(0, COMMON).map(String)),
    guesses: (password, about) => factory.check(password, [...about]).guesses,
  };
}
