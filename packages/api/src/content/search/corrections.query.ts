import { type RawBuilder, sql } from "kysely";
import { editsOf, typingDistance } from "./typing.ts";

/** A search word with similar words from titles and tags. */
export interface Correction {
  readonly typed: string;
  /** Posts that contain it, at most {@link KNOWN}. */
  readonly posts: number;
  readonly like: readonly { readonly word: string; readonly posts: number }[] | null;
}

/** A word in this many posts counts as intended. */
const KNOWN = 3;
const CANDIDATES = 40;
/** In shorter words a single typo is too much for trigrams, so every word one typo away is looked up. */
const SHORT = 8;

/**
 * Builds JSON of a {@link Correction} per word. Reads the dictionary search_words and not the posts, so it takes
 * milliseconds for any number of posts.
 */
export function wordsLike(words: readonly string[]): RawBuilder<unknown> {
  const typed = JSON.stringify(words.map((word) => ({ word, edits: word.length <= SHORT ? editsOf(word) : [word] })));
  return sql`(
    select json_agg(json_build_object('typed', t.word, 'posts', (
      select count(*) from (
        select from posts p where p.search @@ to_tsquery('english', '''' || t.word || '''') and p.deleted_at is null
        limit ${sql.lit(KNOWN)}) as known
    ), 'like', (
      select json_agg(json_build_object('word', n.word, 'posts', n.posts)) from (
        select w.word, w.posts from search_words w where w.word = any(t.edits)
        union
        (select w.word, w.posts from search_words w where w.word % t.word
          order by similarity(w.word, t.word) desc, w.posts desc limit ${sql.lit(CANDIDATES)})
        union
        (select w.word, w.posts from search_words w where w.word like t.word || '%' order by w.posts desc limit 3)
      ) as n
    )))
    from json_to_recordset(${typed}::json) as t (word text, edits text[]))`;
}

/**
 * Returns the intended word: the nearest, and among equally near ones the most used. Null when the word is known, when
 * nothing is near enough, or when it was found and the other word isn't far more common.
 * @param found results of the search as typed
 */
export function correctionOf({ typed, posts, like }: Correction, found: number): string | null {
  if (posts >= KNOWN) return null;
  const slips = typed.length <= 5 ? 1 : typed.length <= 11 ? 2 : 3;
  const near = (like ?? [])
    .filter(({ word }) => word !== typed)
    .map(({ word, posts }) => ({ word, posts, distance: typingDistance(typed, word) }))
    .filter(({ distance }) => distance <= slips)
    .sort((a, b) => a.distance - b.distance || b.posts - a.posts || (a.word < b.word ? -1 : 1));
  const [best] = near;
  if (!best) return posts > 0 ? null : completionOf(typed, like ?? []);
  if (posts > 0 && found > 0 && (best.distance > 1 || best.posts < 10 * posts)) return null;
  return best.word;
}

/** Returns the most used word with this beginning. */
function completionOf(typed: string, like: NonNullable<Correction["like"]>): string | null {
  const [best] = like
    .filter(({ word }) => word.startsWith(typed))
    .sort((a, b) => b.posts - a.posts || (a.word < b.word ? -1 : 1));
  return best?.word ?? null;
}
