import { type RawBuilder, sql } from "kysely";
import { STOP_WORDS, wordsOf } from "./search.ts";

/** A word of a title, as the dictionary knows it. */
export interface MeantWord {
  readonly given: string;
  readonly word: string;
  /** Posts with it in the title or tags. */
  readonly posts: number;
  /** 1 for the word itself, less for a similar word or a completion. */
  readonly likeness: number;
}

/** Words used for ranking: the rarest describe a title best. */
const CHOSEN = 6;
/** Words in fewer posts are searched alone; more common ones only together. */
const RARE = 3_000;

/** Returns the words of a title worth searching for, in lower case, each once. */
export function titleWords(title: string): string[] {
  const words = wordsOf(title).map((word) => word.toLowerCase());
  return [...new Set(words)]
    .filter((word) => word.length > 1 && word.length <= 40 && !STOP_WORDS.has(word))
    .slice(0, 20);
}

/** Returns rows of {@link MeantWord}: the words themselves, and the nearest known words for an unknown one. */
export function meantWords(words: RawBuilder<unknown>): RawBuilder<MeantWord> {
  return sql<MeantWord>`
    select g.name as given, g.name as word, coalesce(w.posts, 0) as posts, 1::float8 as likeness
    from unnest(${words}::text[]) as g (name) left join search_words w on w.word = g.name
    union all
    select g.name, near.word, near.posts, near.likeness
    from unnest(${words}::text[]) as g (name) cross join lateral (
      select w.word, w.posts, greatest(similarity(w.word, g.name), case when starts_with(w.word, g.name) then 0.8 else 0 end)::float8 as likeness
      from search_words w where w.word % g.name or w.word like g.name || '%'
      order by likeness desc, w.posts desc, w.word limit 2
    ) as near
    where length(g.name) > 2 and not exists (select from search_words w where w.word = g.name)`;
}

/** What to search for in titles and tags, and the weight of each word. */
export interface TitleSearch {
  /** From the narrowest to the widest: all words, the two rarest, any rare one. With an estimate of matching posts. */
  readonly queries: readonly TitleQuery[];
  readonly weights: readonly { readonly word: string; readonly weight: number }[];
}

interface TitleQuery {
  readonly query: string;
  readonly posts: number;
}

/** Returns null when there is no word to search for. */
export function titleSearch(meant: readonly MeantWord[]): TitleSearch | null {
  const weighed = meant
    .map(({ given, word, posts, likeness }) => ({ given, word, posts, weight: likeness / Math.log(2.7 + posts) }))
    .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1));
  const given = [...new Set(weighed.map((one) => one.given))].slice(0, CHOSEN);
  const chosen = weighed.filter((one) => given.includes(one.given));
  if (chosen.length === 0) return null;

  const of = (name: string) => chosen.filter((one) => one.given === name);
  const anyOf = (words: readonly { readonly word: string; readonly posts: number }[]): TitleQuery => ({
    query: words.map(({ word }) => `'${word}'`).join(" | "),
    posts: words.reduce((sum, { posts }) => sum + posts, 0),
  });
  const allOf = (names: readonly string[]): TitleQuery => {
    const parts = names.map((name) => anyOf(of(name)));
    return {
      query: parts.map(({ query }) => `(${query})`).join(" & "),
      posts: Math.min(...parts.map(({ posts }) => posts)),
    };
  };
  const known = given.filter((name) => of(name).some(({ posts }) => posts > 0));
  const rare = chosen.filter(({ posts }) => posts <= RARE);
  const queries = [
    allOf(known.length > 0 ? known : given),
    ...(known.length > 2 ? [allOf(known.slice(0, 2))] : []),
    anyOf(rare.length > 0 ? rare : chosen.slice(0, 1)),
  ];
  return { queries, weights: chosen.map(({ word, weight }) => ({ word, weight })) };
}

/** Latest posts that are read per query. */
const LATEST = 150;
/** Below this many posts, the index of words is read completely; above, the newest posts first. */
const FEW = 10_000;

/** Selects ids of posts with such words in the title or tags. */
export function titledPosts({ queries }: TitleSearch): RawBuilder<unknown> {
  return sql.join(
    queries.map(({ query, posts }) => {
      const titled = sql`select p.id, p.created_at from posts p
        where ts_filter(p.search, '{a,b}') @@ to_tsquery('english', ${query}) and p.deleted_at is null`;
      // PostgreSQL underestimates the cost of reading a post's words and would scan too many.
      const fence = posts <= FEW ? sql`offset 0` : sql``;
      return sql`(select p.id from (${titled} ${fence}) as p order by p.created_at desc, p.id desc limit ${sql.lit(LATEST)})`;
    }),
    sql` union `,
  );
}

/** Builds the CTE for {@link titleWorth}: the words, parsed once instead of for every post. */
export function titleWeights({ weights }: TitleSearch): RawBuilder<unknown> {
  return sql`weights as materialized (
    select r.weight, to_tsquery('english', '''' || r.word || '''') as query
    from json_to_recordset(${JSON.stringify(weights)}::json) as r (word text, weight float8)
  )`;
}

/**
 * The weight of the words in a post's title and tags; titles count twice. Over `posts p` and the CTE of {@link
 * titleWeights}.
 */
export const titleWorth = sql<number>`(
  select coalesce(sum(w.weight * (case when title.words @@ w.query then 2 when title.and_tags @@ w.query then 1 else 0 end)), 0)
  from (select ts_filter(p.search, '{a}') as words, ts_filter(p.search, '{a,b}') as and_tags offset 0) as title, weights as w)`;
