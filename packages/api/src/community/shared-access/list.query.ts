import {
  DAY_MS,
  type listSharedAccessInput,
  type listSharedAccessOutput,
  SHARED_ACCESS,
  type SharedAccess,
  TIES,
} from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import { isNamed } from "../../people/accounts/index.ts";
import { establishedSql, isPublicSql } from "../../people/established/index.ts";
import type { Context } from "../../platform/context/index.ts";
import { isoTime, pagination } from "../../platform/queries/index.ts";

/** Returns what several members used within 30 days, and what is marked as public and used at all, the latest first. Members who left aren't included. */
export async function listSharedAccess(
  ctx: Context,
  { page, limit, member }: z.infer<typeof listSharedAccessInput>,
): Promise<z.infer<typeof listSharedAccessOutput>> {
  const now = ctx.now();
  const since = sql`${new Date(now.getTime() - TIES.days * DAY_MS)}::timestamptz`;
  const ofMember =
    member === undefined
      ? sql``
      : sql`and (t.kind, t.trace) in (
    select m.kind, m.trace from account_traces m join users on users.id = m.user_id where ${isNamed(member)})`;
  const shared = sql`
    select t.kind, t.trace, count(*)::int as members, max(t.seen_at) as seen_at
      from account_traces t join users u on u.id = t.user_id and u.deleted_at is null
     where t.seen_at >= ${since} ${ofMember} group by t.kind, t.trace
    having count(*) > 1 or exists (select from public_traces p where p.kind = t.kind and p.trace = t.trace)`;
  const [{ rows }, totals] = await Promise.all([
    sql<SharedAccess>`
    with shared as (${shared} order by seen_at desc, t.kind, t.trace limit ${limit} offset ${(page - 1) * limit})
    select s.kind, s.trace, ${sql.raw(isoTime("s.seen_at"))} as "lastSeenAt", s.members as "memberCount",
      s.kind = 'device' or not ${isPublicSql({ kind: sql.ref("s.kind"), trace: sql.ref("s.trace"), since }, ctx, now)} as "tiesVotes",
      (select json_build_object('reason', p.reason, 'by', admin.username, 'at', ${sql.raw(isoTime("p.created_at"))})
         from public_traces p join users admin on admin.id = p.marked_by where p.kind = s.kind and p.trace = s.trace) as mark,
      (select json_agg(json_build_object('id', u.id::text, 'username', u.username, 'role', u.role,
          'suspended', u.suspended_at is not null, 'isEstablished', ${establishedSql("u", ctx, now)},
          'lastSeenAt', ${sql.raw(isoTime("latest.seen_at"))}) order by latest.seen_at desc, u.id)
         from (select t.user_id, t.seen_at from account_traces t join users m on m.id = t.user_id and m.deleted_at is null
                where t.kind = s.kind and t.trace = s.trace and t.seen_at >= ${since}
                order by t.seen_at desc, t.user_id limit ${SHARED_ACCESS.membersShown}) latest
         join users u on u.id = latest.user_id) as members
    from shared s order by s.seen_at desc, s.kind, s.trace`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::int as total from (${shared}) as s`.execute(ctx.db),
  ]);
  return { shared: rows, pagination: pagination({ page, limit }, totals.rows[0]?.total ?? 0) };
}
