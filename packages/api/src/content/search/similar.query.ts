import { type PostLink, RELATED } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { isoTime } from "../../platform/queries/index.ts";
import {
  type MeantWord,
  meantWords,
  titledPosts,
  titleSearch,
  titleWeights,
  titleWords,
  titleWorth,
} from "./meant-words.ts";

/** The fields of a PostLink for json_build_object, from `posts p`. */
export const linkFields = sql.raw(`
  'id', p.id::text, 'title', p.title, 'status', p.status, 'answerCount', p.answer_count, 'totalVotes', p.score,
  'hasAccepted', p.accepted_answer_id is not null, 'createdAt', ${isoTime("p.created_at")}`);

/**
 * Returns up to five questions similar to a title being typed, most similar first: by any of its words in titles and
 * tags, also when a word is mistyped or unfinished. Two short statements: the words, and the posts that have them.
 */
export async function similarPosts(db: Kysely<DB>, title: string): Promise<PostLink[]> {
  const given = titleWords(title);
  if (given.length === 0) return [];
  const { rows: meant } = await meantWords(sql`${given}`).execute(db);
  const wanted = titleSearch(meant satisfies readonly MeantWord[]);
  if (!wanted) return [];
  // The comment keeps it from being prepared, so PostgreSQL plans it for these words.
  const { rows } = await sql<{ post: PostLink }>`/* planned by its words */
    with ${titleWeights(wanted)}
    select json_build_object(${linkFields}) as post
    from (${titledPosts(wanted)}) as found join posts p on p.id = found.id
      cross join lateral (select ${titleWorth} + 0.02 * ln(1 + greatest(p.score, 0)) as worth offset 0) as weighed
    order by weighed.worth desc, p.id desc limit ${sql.lit(RELATED.similar)}`.execute(db);
  return rows.map(({ post }) => post);
}
