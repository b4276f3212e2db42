import { sql } from "kysely";
import { isoTime } from "../../platform/queries/index.ts";

/** A row of reputation for json_build_object, from `reputation_events r` and, if it still exists, its `posts rp`. */
export const entryFields = sql.raw(`
  'id', r.id::text, 'action', r.action, 'points', r.points, 'createdAt', ${isoTime("r.created_at")},
  'post', case when rp.id is null then null else json_build_object('id', rp.id::text, 'title', rp.title) end`);

/** Builds a member's latest rows as a JSON array. */
export function historyJson(userId: string, limit: number, offset = 0) {
  return sql`(
    select coalesce(json_agg(json_build_object(${entryFields}) order by r.created_at desc, r.id desc), '[]')
    from (
      select * from reputation_events where user_id = ${userId}
      order by created_at desc, id desc limit ${limit} offset ${offset}
    ) as r left join posts rp on rp.id = r.post_id and rp.deleted_at is null)`;
}
