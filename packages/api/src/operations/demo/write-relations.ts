import { sql } from "kysely";
import { ratings } from "./ratings.ts";
import { bookmarks, links } from "./relations.ts";
import { type DrawnVote, drawVotes } from "./votes.ts";
import { ago, type Known, need, type Story, type Trx, type Written } from "./written.ts";

export interface CastVote extends DrawnVote {
  readonly on: Written;
}

/** Writes the votes that the texts' counters imply, one row each, in one statement. @returns them, earliest first */
export async function writeVotes(trx: Trx, { now, voters }: Known, { texts }: Story): Promise<CastVote[]> {
  const cast = texts.flatMap((on) =>
    drawVotes(
      { seed: `${on.title}\n${on.content}`, authorId: on.authorId, writtenAt: on.at, votes: on.votes },
      voters,
      now,
    ).map((vote) => ({ ...vote, on })),
  );
  cast.sort((a, b) => a.at.getTime() - b.at.getTime());
  const rows = cast.map(({ voterId, on, value, at }) => ({ voterId, id: on.id, kind: on.kind, value, at }));
  await sql`
    insert into votes (voter_id, target_id, target_kind, value, created_at)
    select * from json_to_recordset(${JSON.stringify(rows)}::json)
      as r ("voterId" bigint, id bigint, kind text, value smallint, at timestamptz)`.execute(trx);
  return cast;
}

/** Writes bookmarks, ratings and links between posts. */
export async function writeRelations(trx: Trx, { now, users }: Known, { texts }: Story): Promise<void> {
  const posts = new Map(texts.flatMap(({ kind, title, id }) => (kind === "post" ? [[title, id] as const] : [])));
  await trx
    .insertInto("bookmarks")
    .values(
      bookmarks.map(({ member, post, daysAgo }) => ({
        user_id: need(users, member),
        post_id: need(posts, post),
        created_at: ago(now, daysAgo),
      })),
    )
    .execute();
  await trx
    .insertInto("post_links")
    .values(
      links.map(({ post, related, kind }) => ({
        post_id: need(posts, post),
        related_post_id: need(posts, related),
        kind,
      })),
    )
    .execute();
  await trx
    .insertInto("integrity_ratings")
    .values(
      ratings.map(({ rater, rated, rating, reason, context = "GENERAL", daysAgo }) => ({
        rater_id: need(users, rater),
        rated_id: need(users, rated),
        rating,
        reason,
        context,
        created_at: ago(now, daysAgo),
        updated_at: ago(now, daysAgo),
      })),
    )
    .execute();
  await sql`
    update users u set integrity_score = r.score, total_ratings = r.n
    from (
      select rated_id, round(avg(rating), 2) as score, count(*)::int as n from integrity_ratings group by rated_id
    ) as r where u.id = r.rated_id`.execute(trx);
}
