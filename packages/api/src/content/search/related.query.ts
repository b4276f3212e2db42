import { RELATED, type RelatedPost, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { postNotFound } from "../parts/index.ts";
import {
  type MeantWord,
  meantWords,
  titledPosts,
  titleSearch,
  titleWeights,
  titleWords,
  titleWorth,
} from "./meant-words.ts";
import { linkFields } from "./similar.query.ts";

interface Subject {
  readonly title: string;
  readonly tags: readonly { readonly id: string; readonly weight: number }[];
}

/** How many of a post's tags are used, the rarest first, and how many of each tag's latest posts are read. */
const TAGS = 3;
const LATEST = 60;

/**
 * Returns what to read next to a post, at most ten: posts that members linked with it, in either direction, then the
 * most similar by rare tags and title words. Three short statements: the post, its words, the others.
 * @throws AppError NOT_FOUND for an unknown or deleted post
 */
export async function relatedPosts(db: Kysely<DB>, postId: string): Promise<RelatedPost[]> {
  const id = toDbId(postId);
  const subject = id === null ? undefined : await subjectOf(db, id);
  if (id === null || !subject) throw postNotFound();
  const given = titleWords(subject.title);
  const meant: readonly MeantWord[] = given.length > 0 ? (await meantWords(sql`${given}`).execute(db)).rows : [];
  const wanted = titleSearch(meant.filter(({ likeness }) => likeness === 1));

  const worth = sql`${wanted ? titleWorth : sql`0`} + ${tagWorth(subject.tags)}`;
  const alike = [...(wanted ? [titledPosts(wanted)] : []), ...subject.tags.map((tag) => taggedPosts(tag.id))];
  const similar =
    alike.length === 0 ? sql`` : sql`union all select id, 'similar' from (${sql.join(alike, sql` union `)}) as s`;
  const { rows } = await sql<{ post: RelatedPost }>`/* planned by its words */
    with ${wanted ? sql`${titleWeights(wanted)}, ` : sql``}found as (
      select related_post_id as id, kind from post_links where post_id = ${id}
      union all select post_id, kind from post_links where related_post_id = ${id} ${similar}
    ), nearest as (
      select distinct on (id) id, kind from found where id <> ${id}
      order by id, array_position('{duplicate,linked,similar}', kind)
    )
    select json_build_object(${linkFields}, 'relation', n.kind) as post
    from nearest n join posts p on p.id = n.id
      cross join lateral (select ${worth} + 0.02 * ln(1 + greatest(p.score, 0)) as worth offset 0) as weighed
    where p.deleted_at is null and (n.kind <> 'similar' or weighed.worth > 0)
    order by array_position('{duplicate,linked,similar}', n.kind), weighed.worth desc, p.id desc
    limit ${sql.lit(RELATED.related)}`.execute(db);
  return rows.map(({ post }) => post);
}

async function subjectOf(db: Kysely<DB>, id: string): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`
    select p.title, (
      select coalesce(json_agg(json_build_object('id', t.id::text, 'weight', t.weight)), '[]') from (
        select t.id, 1 / ln(2.7 + t.post_count) as weight from post_tags pt join tags t on t.id = pt.tag_id
        where pt.post_id = p.id order by t.post_count, t.id limit ${sql.lit(TAGS)}
      ) as t
    ) as tags
    from posts p where p.id = ${id} and p.deleted_at is null`.execute(db);
  return rows[0];
}

function taggedPosts(tagId: string): RawBuilder<unknown> {
  return sql`(select pt.post_id as id from post_tags pt where pt.shown and pt.tag_id = ${tagId}
    order by pt.post_created_at desc, pt.post_id desc limit ${sql.lit(LATEST)})`;
}

function tagWorth(tags: Subject["tags"]): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(t.weight), 0) from post_tags pt
    join json_to_recordset(${JSON.stringify(tags)}::json) as t (id bigint, weight float8) on t.id = pt.tag_id
    where pt.post_id = p.id)`;
}
