import { createRandom, createZipf, type Random } from "./random.ts";

/** Technical terms, the most common words of the vocabulary. */
const TOPICS =
  "server query index thread memory compile async promise vector matrix integral proof lemma limit kernel socket " +
  "buffer cache token ledger deposit wallet account balance transfer escrow bounty answer question accept stream " +
  "packet latency router schema column table migrate commit branch merge rebase docker image volume deploy cluster";
const LINKING =
  "the a to of in is and that it for on with as this be are not when from by or how what why does can but if there an do";
const SYLLABLES =
  "ba be bo ca ce co da de di fa fi fo ga go ha hi jo ka ke la le li lo ma me mi mo na ne no pa pe pi po qua ra re ri ro " +
  "sa se si so ta te ti to tra va ve vi vo wa we za zo bri cla dru fle gra plo ster tion ment";
const VOCABULARY = 40_000;
const SENTENCES = 150_000;

/** Planted, so that every size has posts to find: a word in exactly {@link NEEDLES} posts, and a phrase in one in 500. */
export const NEEDLE = "zanzibarite";
export const NEEDLES = 20;
export const PHRASE = "kalman filter";
/** The first is in about half of all posts, the second in about one in a thousand. */
export const COMMON_WORD = "index";
export const rareWord = (): string => vocabulary()[9_000] ?? "";

export interface Writer {
  title(): string;
  /**
   * Sentences of about twelve words, with an occasional code span, in paragraphs (`
   * ` as COPY writes it).
   */
  text(sentences: number): string;
}

/**
 * Text for COPY: no tab, and no backslash except in `
 * `.
 */
export function createWriter(random: Random): Writer {
  const word = createSpeech(random);
  const pool = sentences();
  return {
    title: () => `${capital(phrase(word, 5 + random.below(7)))}?`,
    text(count) {
      let text = "";
      for (let k = 0; k < count; k++) {
        if (k > 0) text += k % 4 === 0 ? "\\n\\n" : " ";
        text += pool[random.below(SENTENCES)];
      }
      return text;
    },
  };
}

/** Words as in natural language: one in three is a function word. */
function createSpeech(random: Random): () => string {
  const words = vocabulary();
  const linking = LINKING.split(" ");
  const draw = createZipf(words.length, random);
  return () => (random.next() < 0.35 ? linking[random.skewed(linking.length, 2)] : words[draw()]) ?? "";
}

let pool: string[] | undefined;

/** Texts are assembled from prewritten sentences, because generating a billion words would take longer than the database. */
function sentences(): string[] {
  const random = createRandom(7);
  const word = createSpeech(random);
  pool ??= Array.from({ length: SENTENCES }, () => {
    const text = capital(phrase(word, 8 + random.below(9)));
    return random.next() < 0.1 ? `${text} \`${word()}_${word()}()\`.` : `${text}.`;
  });
  return pool;
}

function phrase(word: () => string, length: number): string {
  let text = word();
  for (let k = 1; k < length; k++) text += ` ${word()}`;
  return text;
}

let known: string[] | undefined;

/** The most common first. Built from syllables, the same on every run. */
function vocabulary(): string[] {
  if (known) return known;
  const syllables = SYLLABLES.split(" ");
  const words = new Set(TOPICS.split(" "));
  for (let n = 1; words.size < VOCABULARY; n++) {
    let rest = n * 7_919;
    let word = "";
    for (; rest > 0; rest = Math.floor(rest / syllables.length)) word += syllables[rest % syllables.length];
    words.add(word);
  }
  known = [...words];
  return known;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
