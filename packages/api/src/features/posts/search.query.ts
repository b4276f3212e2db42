import type { ListPostsInput, PostSummary } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { pagination } from "../../pagination.ts";
import { type Correction, correctionOf, wordsLike } from "./corrections.query.ts";
import type { FeedFilter } from "./feed.filter.ts";
import type { Feed } from "./feed.query.ts";
import { headline, highlightParts, passageParts } from "./highlight.ts";
import { postFields } from "./post.sql.ts";
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

/** A search that finds fewer looks into answers, too, and whether a word is mistyped. */
const FEW = 3;

/** A search as it was finally asked, and what it found. */
interface Answered {
  readonly found: Found;
  /** Null when there is no word in it. */
  readonly search: Search | null;
  readonly answers: boolean;
  readonly corrected: boolean;
}

/** A page of what a search finds. `correctedSearch` says what was searched for instead, if it was. */
export async function searchPosts(db: Kysely<DB>, request: Request): Promise<Feed> {
  const { found, search, corrected } = await ask(db, request);
  return output(request, found, corrected ? search?.text : undefined);
}

/**
 * What a search comes to, for those who read all of it.
 * @returns null when it finds nothing
 */
export async function settleSearch(
  db: Kysely<DB>,
  request: Omit<Request, "input"> & { input: Pick<ListPostsInput, "sort"> },
): Promise<{ search: Search; answers: boolean } | null> {
  const { search, answers } = await ask(db, { ...request, input: { ...request.input, page: 1, limit: 1 } });
  return search && { search, answers };
}

/**
 * One statement when posts have what is searched for. When next to none has, a second looks into answers and for words
 * that are written almost like those given; when that, too, finds nothing (or a mistyped word is clearly meant as another)
 * a third looks for what was meant, else for any of the words.
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
  // Filters that leave nothing leave nothing of the corrected search either: then it is no help to name it.
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
  const places = searchPlaces({ search, where: filter.where, sort: input.sort, answers, most: FOUND }, window);
  const words = answers ? wordsLike(search.plainWords) : sql`null::json`;
  // The comment keeps it from being prepared: a plan that does not know the words must take every word for a rare one.
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
