import { PARTICIPANTS, type Participant, type participantsOutput, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { postNotFound } from "../parts/index.ts";

/**
 * Returns the members who wrote something that can be read at a post: the asker, then those who answered, then the others, by
 * reputation. Members who left aren't among them.
 * @throws AppError NOT_FOUND
 */
export async function listParticipants(db: Kysely<DB>, postId: string): Promise<z.infer<typeof participantsOutput>> {
  const id = toDbId(postId);
  if (id === null) throw postNotFound();
  const { rows } = await sql<{ participants: Participant[]; total: number }>`
    with acts as (
      select author_id, null::bigint as answer_id, 0 as comments from posts where id = ${id}
      union all
      select author_id, id, 0 from answers where post_id = ${id} and deleted_at is null
      union all
      select c.author_id, null, 1 from comments c left join answers a on a.id = c.answer_id
      where c.post_id = ${id} and c.deleted_at is null and a.deleted_at is null
    ), people as (
      select u.id, u.username, u.profile_picture, u.reputation_points, u.id = p.author_id as is_asker,
        bool_or(acts.answer_id is not distinct from p.accepted_answer_id and acts.answer_id is not null) as has_accepted,
        count(acts.answer_id)::int as answers, sum(acts.comments)::int as comments
      from acts join users u on u.id = acts.author_id and u.deleted_at is null, posts p
      where p.id = ${id} group by u.id, p.id
    )
    select (select count(*)::int from people) as total, (
      select coalesce(json_agg(json_build_object(
        'id', id::text, 'username', username, 'profilePicture', profile_picture, 'reputationPoints', reputation_points,
        'isAsker', is_asker, 'hasAccepted', has_accepted, 'answerCount', answers, 'commentCount', comments)), '[]')
      from (
        select * from people
        order by is_asker desc, has_accepted desc, (answers > 0) desc, reputation_points desc, id
        limit ${sql.lit(PARTICIPANTS)}) as first) as participants
    from posts where id = ${id} and deleted_at is null`.execute(db);
  const [row] = rows;
  if (!row) throw postNotFound();
  return row;
}
