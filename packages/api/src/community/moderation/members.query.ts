import type { listMembersInput, listMembersOutput, ModeratedMember } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { staffFreezeJson } from "../../people/security-holds/index.ts";
import { likeOf, pagination } from "../../platform/queries/index.ts";

/** Returns members by a part of their name, or suspended ones, for moderators; members who left aren't included. */
export async function listMembers(
  db: Kysely<DB>,
  { page, limit, search, suspended }: z.infer<typeof listMembersInput>,
): Promise<z.infer<typeof listMembersOutput>> {
  const among = sql`
    from users u where u.deleted_at is null
    ${search ? sql`and u.username ilike ${likeOf(search)}` : sql``}
    ${suspended === undefined ? sql`` : suspended ? sql`and u.suspended_at is not null` : sql`and u.suspended_at is null`}`;
  const [members, totals] = await Promise.all([
    sql<Row>`
      select u.id::text as id, u.username, u.role, u.reputation_points as "reputationPoints",
        u.created_at as "createdAt", u.suspended_at as "suspendedAt", u.suspension_reason as "suspensionReason",
        exists (select from voting_frauds v where v.member_id = u.id and v.found_at >= u.suspended_at) as "votingFraud",
        ${staffFreezeJson} as "withdrawalFreeze",
        f.open as "openFlags", f.upheld as "upheldFlags"
      from (select u.* ${among} order by lower(u.username) limit ${limit} offset ${(page - 1) * limit}) u
      cross join lateral (
        select count(*) filter (where status = 'OPEN')::int as open, count(*) filter (where status = 'UPHELD')::int as upheld
        from flags where subject_id = u.id
      ) f
      order by lower(u.username)`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${among}`.execute(db),
  ]);
  return {
    members: members.rows.map(({ createdAt, suspendedAt, ...member }) => ({
      ...member,
      createdAt: createdAt.toISOString(),
      suspendedAt: suspendedAt?.toISOString() ?? null,
    })),
    pagination: pagination({ page, limit }, totals.rows[0]?.total ?? 0),
  };
}

interface Row extends Omit<ModeratedMember, "createdAt" | "suspendedAt"> {
  readonly createdAt: Date;
  readonly suspendedAt: Date | null;
}
