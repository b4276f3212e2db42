import { type suggestTagsInput, TAG_SUGGESTIONS, type Tag } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import {
  type MeantWord,
  meantWords,
  titledPosts,
  titleSearch,
  titleWeights,
  titleWords,
  titleWorth,
} from "./meant-words.ts";
import { tagNamesIn } from "./tag-names.ts";

/** Similar posts whose tags count: the best, and others at least half as similar. */
const POSTS = 20;
const AS_GOOD = 0.5;
/** The weight of a tag that is named, against 1 for the tags of all similar posts together. */
const NAMED = { title: 4, text: 2 } as const;

/**
 * Returns tags for a post that is being written, the best first: those that its title or text names, then those of posts
 * with a similar title, each by its share of them. Two short statements, as {@link similarPosts}.
 */
export async function suggestTags(db: Kysely<DB>, draft: z.infer<typeof suggestTagsInput>): Promise<Tag[]> {
  const given = titleWords(draft.title);
  const meant: readonly MeantWord[] = given.length > 0 ? (await meantWords(sql`${given}`).execute(db)).rows : [];
  const wanted = titleSearch(meant);
  const named = { title: tagNamesIn(draft.title), text: tagNamesIn(draft.text) };
  const similar = wanted
    ? sql`, ${titleWeights(wanted)}, nearest as materialized (
        select p.id, weighed.worth, max(weighed.worth) over () as best from (${titledPosts(wanted)}) as found join posts p on p.id = found.id
          cross join lateral (select ${titleWorth} as worth offset 0) as weighed
        where weighed.worth > 0 order by weighed.worth desc, p.id desc limit ${sql.lit(POSTS)}
      ), alike as materialized (
        select id, worth from nearest where worth >= ${sql.lit(AS_GOOD)} * best
      )`
    : sql``;
  const shares = wanted
    ? sql`union all select pt.tag_id, sum(s.worth) / (select sum(worth) from alike)
        from alike s join post_tags pt on pt.post_id = s.id group by pt.tag_id`
    : sql``;
  // The comment keeps it from being prepared, so PostgreSQL plans it for these words.
  const { rows } = await sql<Tag>`/* planned by its words */
    with named as (
      select id, ${sql.lit(NAMED.title)}::float8 as worth from tags where lower(name) = any(${named.title}::text[])
      union all
      select id, ${sql.lit(NAMED.text)}::float8 from tags where lower(name) = any(${named.text}::text[])
    )${similar},
    weighed as (
      select id, sum(worth) as worth from (select id, worth from named ${shares}) as found group by id
    )
    select t.id::text, t.name, t.description, t.color, t.post_count as "postCount"
    from weighed w join tags t on t.id = w.id
    order by w.worth desc, t.post_count desc, t.name limit ${sql.lit(TAG_SUGGESTIONS.tags)}`.execute(db);
  return rows;
}
