import type { ListPostsInput } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import { orderOf } from "./feed.places.ts";
import type { Search } from "./search.ts";

/** A feed lists no more of what a search finds, the latest: a common word in a large community is in hundreds of thousands. */
export const FOUND = 2_500;
/** Of what a search finds, the latest so many are put in the order of relevance, and as many with the words in the title. */
const RANKED = 1_000;
/** Answers that are looked at, the latest, when posts have too little. */
const ANSWERS = 1_000;

export interface Wanted {
  readonly search: Search;
  /** The feed's other filters over `posts p`. */
  readonly where: RawBuilder<boolean>;
  readonly sort: ListPostsInput["sort"];
  /** Whether posts are found by their answers, too. */
  readonly answers: boolean;
  /** At most so many are found, the first in the order of `sort`, without one the latest. */
  readonly most: number;
}

/** A tsquery over posts.search. In the planner's hands a constant, whose frequency it can estimate. */
export function tsquery(query: string): RawBuilder<unknown> {
  return sql`to_tsquery('english', ${query})`;
}

/** The condition on a tsvector. A search of nothing but what must not be there would find almost every post: it finds none. */
function matches(vector: RawBuilder<unknown>, query: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${vector} @@ ${query} and querytree(${query}) <> 'T'`;
}

const words = sql`p.search`;
const titleWords = sql`ts_filter(p.search, '{a,b}')`;

/** The CTEs `found (id, …)`, all that a search finds, and `page (id, place)`, the posts of a page and their order. */
export function searchPlaces(wanted: Wanted, window: RawBuilder<unknown>): RawBuilder<unknown> {
  return wanted.sort === undefined ? byRelevance(wanted, window) : sorted(wanted, window);
}

/**
 * By relevance. To rank a post PostgreSQL reads all its words, some 40 µs, so a common word in a large community would
 * take seconds: the latest {@link RANKED} of those found are ranked, and the latest with the words in title or tags
 * however old they are; the others follow, newest first.
 */
function byRelevance(wanted: Wanted, window: RawBuilder<unknown>): RawBuilder<unknown> {
  const { search, where } = wanted;
  const query = tsquery(search.query);
  // What must not be there must not be in the body either.
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

/** A post with its words unpacked once: where they stand in the table each of the rank's parts would unpack them anew. */
function unpacked(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select p.id, p.created_at, p.score, p.accepted_answer_id, p.search || ''::tsvector as search
    from posts p where p.id = ${id} offset 0`;
}

function sorted(wanted: Wanted, window: RawBuilder<unknown>): RawBuilder<unknown> {
  const order = orderOf(wanted.sort);
  const columns = sql`p.id, p.created_at, p.score`;
  const inAnswers = sql`union select ${columns} from posts p where p.id in (${answered(wanted)})`;
  return sql`worded as materialized (
    select ${columns} from posts p where ${matches(words, tsquery(wanted.search.query))} and ${wanted.where}
    ${order} limit ${sql.lit(wanted.most)}
  ), found as materialized (
    select * from worded ${wanted.answers ? inAnswers : sql``}
  ), page as materialized (
    select p.id, row_number() over (${order}) as place from found p ${order} ${window}
  )`;
}

/** Ids of posts of which an answer has what is searched for, and neither it nor the post what must not be there. */
function answered({ search, where }: Wanted): RawBuilder<unknown> {
  const query = tsquery(search.query);
  const whole = search.query.includes("!") ? sql`and (${words} || ${answerWords}) @@ ${query}` : sql``;
  return sql`
    select p.id from (
      select a.post_id, a.content, a.code_blocks from answers a where a.deleted_at is null and ${matches(answerWords, query)}
      order by a.id desc limit ${sql.lit(ANSWERS)}
    ) as a join posts p on p.id = a.post_id where ${where} ${whole}`;
}

/** As the index answers_search has it. */
export const answerWords = sql`search_answer(a.content, a.code_blocks)`;

/**
 * Titles before tags before bodies; then the words in a row, then how many and how close together. Votes and an accepted
 * answer decide between equals. Weights of PostgreSQL's: code, body, tags, title.
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

/** One of three by where the words are: all in the title, in title and tags, elsewhere or scattered. */
function steps(query: string, title: string, tags: string, elsewhere: string): RawBuilder<number> {
  const found = tsquery(query);
  const rest = elsewhere === "0" ? sql`0` : sql`case when p.search @@ ${found} then ${sql.raw(elsewhere)} else 0 end`;
  return sql<number>`case when ts_filter(p.search, '{a}') @@ ${found} then ${sql.raw(title)}
    when ${titleWords} @@ ${found} then ${sql.raw(tags)} else ${rest} end`;
}

/** Of a search for any of its words: how many of them there are, and in the title. Words of fewer posts count more. */
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
