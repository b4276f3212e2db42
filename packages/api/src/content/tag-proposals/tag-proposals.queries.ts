import {
  type listTagProposalsInput,
  type listTagProposalsOutput,
  type OwnTagProposals,
  type StaffTagProposal,
  TAG_PROPOSALS,
  type TagProposal,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { parametersIn } from "../../platform/parameters/index.ts";
import { pagination } from "../../platform/queries/index.ts";
import type { Proposer } from "./tag-proposals.rules.ts";
import { PROPOSAL_FIELDS } from "./tag-proposals.sql.ts";

/** Returns what the caller's right to propose depends on. @throws AppError UNAUTHENTICATED for one who doesn't exist */
export async function proposerOf(db: Kysely<DB>, ctx: MemberContext): Promise<Proposer> {
  const { tagProposalPoints } = await parametersIn(db, ctx.parameterDefaults);
  const { rows } = await sql<{ points: number; isStaff: boolean; open: number }>`
    select reputation_points as points, role in ('moderator', 'admin') as "isStaff",
      (select count(*)::int from tag_proposals where user_id = u.id and status = 'OPEN') as open
    from users u where id = ${ctx.viewer.id}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError("UNAUTHENTICATED");
  return { points: row.points, needed: row.isStaff ? 0 : Number(tagProposalPoints), open: row.open };
}

/** Returns the caller's latest proposals, and whether they may propose more. */
export async function ownProposals(ctx: MemberContext): Promise<OwnTagProposals> {
  const { points, needed, open } = await proposerOf(ctx.db, ctx);
  const { rows } = await sql<{ row: TagProposal }>`
    select json_build_object(${sql.raw(PROPOSAL_FIELDS)}) as row
      from tag_proposals p left join tags t on t.id = p.tag_id
     where p.user_id = ${ctx.viewer.id} order by p.id desc limit ${sql.lit(TAG_PROPOSALS.shown)}`.execute(ctx.db);
  return {
    proposals: rows.map(({ row }) => row),
    points,
    pointsNeeded: needed,
    open,
    openMost: TAG_PROPOSALS.open,
  };
}

/** Returns one proposal as its proposer sees it. */
export async function getProposal(db: Kysely<DB>, id: string): Promise<TagProposal> {
  const { rows } = await sql<{ row: TagProposal }>`
    select json_build_object(${sql.raw(PROPOSAL_FIELDS)}) as row
      from tag_proposals p left join tags t on t.id = p.tag_id where p.id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) throw new AppError("NOT_FOUND", { message: "There is no such proposal" });
  return found.row;
}

/** Returns a page of proposals for staff: open ones, longest wait first; or decided ones, latest first. */
export async function listProposals(
  db: Kysely<DB>,
  { page, limit, status }: z.infer<typeof listTagProposalsInput>,
): Promise<z.infer<typeof listTagProposalsOutput>> {
  const isOpen = status === "open";
  const these = isOpen ? sql`p.status = 'OPEN'` : sql`p.decided_by is not null`;
  const order = isOpen ? sql`p.id` : sql`p.decided_at desc, p.id`;
  const { rows } = await sql<{ row: StaffTagProposal }>`
    select json_build_object(${sql.raw(PROPOSAL_FIELDS)},
      'proposer', json_build_object('id', u.id::text, 'username', u.username, 'points', u.reputation_points,
        'suspended', u.suspended_at is not null),
      'decidedBy', d.username,
      'similar', case when p.status = 'OPEN' then (
        select coalesce(json_agg(s.name), '[]') from (
          select name from tags
          where strpos(lower(name), lower(p.name)) > 0 or length(name) > 2 and strpos(lower(p.name), lower(name)) > 0
          order by post_count desc, name limit 5) as s) else '[]' end) as row
    from tag_proposals p join users u on u.id = p.user_id left join users d on d.id = p.decided_by
      left join tags t on t.id = p.tag_id
    where ${these} order by ${order} limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const total = await sql<{ n: number }>`select count(*)::int as n from tag_proposals p where ${these}`.execute(db);
  return { proposals: rows.map(({ row }) => row), pagination: pagination({ page, limit }, total.rows[0]?.n ?? 0) };
}
