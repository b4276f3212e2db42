import { type RawBuilder, sql } from "kysely";
import { columnsFor, type FeedOrder, orderOf, postsFor } from "../feed/index.ts";
import type { Search } from "./search.ts";

/** The most results that a feed lists, the latest: a common word can match hundreds of thousands of posts. */
export const FOUND = 2_500;
/** The latest matches that are ranked by relevance, and as many with the words in the title. */
const RANKED = 1_000;
/** The latest answers that are searched when too few posts match. */
const ANSWERS = 1_000;

export interface Wanted {
  readonly search: Search;
  /** The feed's other filters over `posts p`. */
  readonly where: RawBuilder<boolean>;
  readonly order: FeedOrder | undefined;
  /** Whether answers are searched, too. */
  readonly answers: boolean;
  /** The most results, the first in this order, otherwise the latest. */
  readonly most: number;
}

/** A tsquery over posts.search. The planner sees a constant, whose frequency it can estimate. */
export function tsquery(query: string): RawBuilder<unknown> {
  return sql`to_tsquery('english', ${query})`;
}

/** The condition on a tsvector. A search with excluded words only would match almost every post, so it matches none. */
function matches(vector: RawBuilder<unknown>, query: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${vector} @@ ${query} and querytree(${query}) <> 'T'`;
}

const words = sql`p.search`;
const titleWords = sql`ts_filter(p.search, '{a,b}')`;

/**
 * Builds the CTEs `found (id, …)`, everything that matches, and `page (id, place)`, the posts of a page and their
 * order.
 */
export function searchPlaces(wanted: Wanted, window: RawBuilder<unknown>): RawBuilder<unknown> {
  return wanted.order === undefined ? byRelevance(wanted, window) : sorted(wanted, window);
}

/**
 * Orders by relevance. Ranking a post costs about 40 µs, because PostgreSQL reads all its words, so a common word would
 * take seconds. Only the latest {@link RANKED} matches are ranked, and the latest with the words in title or tags,
 * however old; the rest follow, newest first.
 */
function byRelevance(wanted: Wanted, window: RawBuilder<unknown>): RawBuilder<unknown> {
  const { search, where } = wanted;
  const query = tsquery(search.query);
  // Excluded words must not be in the body either.
  const whole = search.query.includes("!") ? sql`and ${words} @@ ${query}` : sql``;
  const order = sql`order by found.rank desc nulls last, found.created_at desc, found.id desc`;
  return sql`titled as materialized (
    select p.id from posts p where ${matches(titleWords, query)} ${whole} and ${where} ${orderOf("newest")} limit ${sql.lit(RANKED)}
  ), worded as materialized (
    select p.id, p.created_at from posts p where ${matches(words, query)} and ${where}
    ${orderOf("newest")} limit ${sql.lit(wanted.most)}
  ), candidates as materialized (
    select id from titled
    union select id from (select id from worded order by created_at desc, id desc limit ${sql.lit(RANKED)}) as latest
    ${wanted.answers ? sql`union select id from (${answered(wanted)}) as answered` : sql``}
  ), ranked as materialized (
    select p.id, p.created_at, ${rank(search)} as rank from candidates cross join lateral (${unpacked(sql`candidates.id`)}) as p
  ), found as materialized (
    select id, created_at, rank from ranked
    union all select id, created_at, null from worded where id not in (select id from ranked)
  ), page as materialized (
    select found.id, row_number() over (${order}) as place from found ${order} ${window}
  )`;
}

/** Unpacks a post's words once; read from the table, each part of the rank would unpack them again. */
function unpacked(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select p.id, p.created_at, p.score, p.accepted_answer_id, p.search || ''::tsvector as search
    from posts p where p.id = ${id} offset 0`;
}

function sorted(wanted: Wanted, window: RawBuilder<unknown>): RawBuilder<unknown> {
  const order = orderOf(wanted.order);
  const [columns, from] = [columnsFor(wanted.order), postsFor(wanted.order)];
  const inAnswers = sql`union select ${columns} from ${from} where p.id in (${answered(wanted)})`;
  return sql`worded as materialized (
    select ${columns} from ${from} where ${matches(words, tsquery(wanted.search.query))} and ${wanted.where}
    ${order} limit ${sql.lit(wanted.most)}
  ), found as materialized (
    select * from worded ${wanted.answers ? inAnswers : sql``}
  ), page as materialized (
    select p.id, row_number() over (${order}) as place from found p ${order} ${window}
  )`;
}

/** Selects ids of posts with a matching answer, where neither the answer nor the post has an excluded word. */
function answered({ search, where }: Wanted): RawBuilder<unknown> {
  const query = tsquery(search.query);
  const whole = search.query.includes("!") ? sql`and (${words} || ${answerWords}) @@ ${query}` : sql``;
  return sql`
    select p.id from (
      select a.post_id, a.content, a.code_blocks from answers a where a.deleted_at is null and ${matches(answerWords, query)}
      order by a.id desc limit ${sql.lit(ANSWERS)}
    ) as a join posts p on p.id = a.post_id where ${where} ${whole}`;
}

/** The same expression as in the index answers_search. */
export const answerWords = sql`search_answer(a.content, a.code_blocks)`;

/**
 * Ranks titles before tags before bodies, then words in a row, then how many match and how close together. Votes and an
 * accepted answer break ties. The weights, in PostgreSQL's order: code, body, tags, title.
 */
function rank(search: Search): RawBuilder<number> {
  const closeness = sql`ts_rank_cd('{0.1, 0.3, 0.7, 1}', p.search, ${tsquery(search.query)}, 33)`;
  const esteem = sql`0.1 * ln(1 + greatest(p.score, 0)) + case when p.accepted_answer_id is null then 0 else 0.1 end`;
  return sql<number>`(${search.anyOf ? share(search.anyOf) : place(search)} + ${closeness} + ${esteem})::real`;
}

function place({ query, phrase }: Search): RawBuilder<number> {
  const inRow = phrase === null ? sql`0` : steps(phrase, "1.6", "1.4", "1.2");
  return sql<number>`(${steps(query, "4", "2", "0")} + ${inRow})`;
}

/** Returns one of three levels by where the words are: all in the title, in title and tags, or elsewhere. */
function steps(query: string, title: string, tags: string, elsewhere: string): RawBuilder<number> {
  const found = tsquery(query);
  const rest = elsewhere === "0" ? sql`0` : sql`case when p.search @@ ${found} then ${sql.raw(elsewhere)} else 0 end`;
  return sql<number>`case when ts_filter(p.search, '{a}') @@ ${found} then ${sql.raw(title)}
    when ${titleWords} @@ ${found} then ${sql.raw(tags)} else ${rest} end`;
}

/** For a search for any word: how many match, overall and in the title. Rarer words count more. */
function share(anyOf: NonNullable<Search["anyOf"]>): RawBuilder<number> {
  const operands = anyOf.map(({ operand }) => operand);
  const names = anyOf.map(({ word }) => word);
  return sql<number>`(
    select (3.0 * sum(o.weight) filter (where p.search @@ o.word) + 2.0 * coalesce(sum(o.weight) filter (where ${titleWords} @@ o.word), 0)) / sum(o.weight)
    from (
      select to_tsquery('english', given.operand) as word, 1 / ln(2.7 + coalesce(w.posts, 0)) as weight
      from unnest(${operands}::text[], ${names}::text[]) as given (operand, name)
      left join search_words w on w.word = given.name
    ) as o where numnode(o.word) > 0)`;
}
