import type { ListPostsInput, PostSummary } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { pagination } from "../../platform/queries/index.ts";
import { type Feed, type FeedFilter, feedOrder } from "../feed/index.ts";
import { postFields } from "../parts/index.ts";
import { type Correction, correctionOf, wordsLike } from "./corrections.query.ts";
import { headline, highlightParts, passageParts } from "./highlight.ts";
import { FOUND, searchPlaces } from "./search.places.ts";
import { corrected, parseSearch, relaxed, type Search } from "./search.ts";

type Row = PostSummary & { titleHit?: string; contentHit?: string };

interface Request {
  readonly input: ListPostsInput;
  readonly search: string;
  readonly filter: FeedFilter;
  readonly now: Date;
  readonly viewerId: string | null;
}

interface Found {
  readonly posts: Row[];
  readonly total: number;
  readonly words: Correction[] | null;
}

/** With fewer results a search also looks into answers and for typos. */
const FEW = 3;

/** A search in its final form, and what it found. */
interface Answered {
  readonly found: Found;
  /** Null when it contains no word. */
  readonly search: Search | null;
  readonly answers: boolean;
  readonly corrected: boolean;
}

/** Returns a page of search results. `correctedSearch` names the corrected search, if one was used. */
export async function searchPosts(db: Kysely<DB>, request: Request): Promise<Feed> {
  const { found, search, corrected } = await ask(db, request);
  return output(request, found, corrected ? search?.text : undefined);
}

/**
 * Determines the final form of a search, for callers that read all results.
 * @returns null when it finds nothing
 */
export async function settleSearch(
  db: Kysely<DB>,
  request: Omit<Request, "input"> & { input: Pick<ListPostsInput, "sort" | "tab"> },
): Promise<{ search: Search; answers: boolean } | null> {
  const { search, answers } = await ask(db, { ...request, input: { ...request.input, page: 1, limit: 1 } });
  return search && { search, answers };
}

/**
 * Runs one statement when posts match. With almost no matches, a second one looks into answers and for similar words.
 * If that finds nothing, or a word is clearly a typo, a third one searches for the corrected words, otherwise any of
 * the words.
 */
async function ask(db: Kysely<DB>, request: Request): Promise<Answered> {
  const asked = parseSearch(request.search);
  const nothing = { posts: [], total: 0, words: null };
  if (!asked) return { found: nothing, search: null, answers: false, corrected: false };
  const first = await find(db, request, asked, { answers: false });
  if (first.total >= FEW) return { found: first, search: asked, answers: false, corrected: false };

  const second = await find(db, request, asked, { answers: true });
  const instead = correct(asked, second) ?? (second.total === 0 ? relaxed(asked) : null);
  const third = instead && (await find(db, request, instead, { answers: true }));
  // If the filters leave nothing of the corrected search, naming it wouldn't help.
  return third && third.total > second.total
    ? { found: third, search: instead, answers: true, corrected: true }
    : { found: second, search: asked, answers: true, corrected: false };
}

function correct(asked: Search, { words, total }: Found): Search | null {
  const corrections = (words ?? []).flatMap((word) => {
    const better = correctionOf(word, total);
    return better === null ? [] : [[word.typed, better] as const];
  });
  return corrections.length === 0 ? null : corrected(asked, new Map(corrections));
}

async function find(
  db: Kysely<DB>,
  { input, filter, now, viewerId }: Request,
  search: Search,
  { answers }: { answers: boolean },
): Promise<Found> {
  const offset = Math.min((input.page - 1) * input.limit, FOUND);
  const window = sql`limit ${Math.min(input.limit, FOUND - offset)} offset ${offset}`;
  const places = searchPlaces({ search, where: filter.where, order: feedOrder(input), answers, most: FOUND }, window);
  const words = answers ? wordsLike(search.plainWords) : sql`null::json`;
  // The comment keeps it from being prepared: a plan that doesn't know the words would assume that each is rare.
  const { rows } = await sql<{ posts: Row[]; total: string; words: Correction[] | null }>`/* planned by its words */
    with ${places}
    select (select count(*) from found) as total, ${words} as words, (
      select coalesce(json_agg(json_build_object(
        ${postFields("excerpt", now, viewerId)} ${headline(search.query, answers)}) order by page.place), '[]')
      from page join posts p on p.id = page.id join users u on u.id = p.author_id
    ) as posts`.execute(db);
  const [row] = rows;
  return { posts: row?.posts ?? [], total: Number(row?.total ?? 0), words: row?.words ?? null };
}

function output({ input }: Request, { posts, total: found }: Found, correctedSearch: string | undefined): Feed {
  const { page, limit } = input;
  const total = Math.min(found, FOUND);
  return {
    posts: posts.map(withHighlight),
    pagination: pagination({ page, limit }, total),
    ...(found >= FOUND && { totalIsMinimum: true as const }),
    ...(correctedSearch !== undefined && { correctedSearch }),
  };
}

function withHighlight({ titleHit = "", contentHit = "", ...post }: Row): PostSummary {
  return { ...post, highlight: { title: highlightParts(titleHit), content: passageParts(contentHit) } };
}
