import type { FlagCase, FlagTarget, listFlagsInput, listFlagsOutput, moderationCounts } from "@bbux/contract";
import { MODERATION } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { z } from "zod";
import { isInterested } from "../../content/posts/index.ts";
import { ownAccounts } from "../../people/established/index.ts";
import { isoTime, pagination } from "../../platform/queries/index.ts";
import { flaggedTexts } from "./flagged-texts.query.ts";
import { describeTargets, type ListContext } from "./targets.query.ts";

interface Case {
  readonly kind: FlagTarget;
  readonly id: string;
  readonly count: number;
  readonly flags: FlagCase["flags"];
}

/** Whether who flagged something has a part in its question's unpaid bounty, by a row `f` of flags. */
const reporterIsInterested = sql<boolean>`exists (
  select from posts p where p.bounty_status = 'ESCROWED' and ${isInterested(sql`p.id`, sql`f.reporter_id`)}
     and p.id = case f.target_kind
       when 'post' then f.target_id
       when 'answer' then (select a.post_id from answers a where a.id = f.target_id)
       when 'comment' then (select c.post_id from comments c where c.id = f.target_id) end)`;

/**
 * Returns a page of flagged targets, each once with its flags: open ones, longest wait first; or decided ones, latest
 * decision first. Four queries and one per kind of target, whatever the page contains. A moderator who was flagged sees
 * that, but not by whom.
 */
export async function listFlags(
  ctx: ListContext,
  { page, limit, status }: z.infer<typeof listFlagsInput>,
): Promise<z.infer<typeof listFlagsOutput>> {
  const { db } = ctx;
  const accounts = await ownAccounts(db, ctx);
  const isOthers = sql<boolean>`f.subject_id <> all (${accounts}::bigint[])`;
  const isOpen = status === "open";
  const these = isOpen ? sql`status = 'OPEN'` : sql`status <> 'OPEN'`;
  const order = isOpen
    ? sql`min(created_at), target_kind, target_id`
    : sql`max(decided_at) desc, target_kind, target_id`;
  const { rows } = await sql<Case>`
    with cases as (
      select *, row_number() over () as place from (
        select target_kind, target_id, count(*)::int as n from flags where ${these} group by target_kind, target_id
        order by ${order} limit ${limit} offset ${(page - 1) * limit}
      ) as page
    )
    select c.target_kind as kind, c.target_id::text as id, c.n as count, (
      select json_agg(json_build_object('id', f.id::text, 'reporterUsername',
        case when ${isOthers} then r.username end, 'reporterInterested',
        ${isOthers} and ${reporterIsInterested}, 'reason', f.reason, 'note', f.note,
        'status', f.status, 'createdAt', ${sql.raw(isoTime("f.created_at"))},
        'decidedAt', ${sql.raw(isoTime("f.decided_at"))}, 'decidedBy', d.username) order by f.created_at, f.id)
      from (
        select * from flags where target_kind = c.target_kind and target_id = c.target_id and ${these}
        order by created_at, id limit ${sql.lit(MODERATION.flagsShown)}
      ) as f join users r on r.id = f.reporter_id left join users d on d.id = f.decided_by
    ) as flags
    from cases c order by c.place`.execute(db);
  const total = await sql<{ n: number }>`
    select count(*)::int as n from (select from flags where ${these} group by target_kind, target_id) as cases`.execute(
    db,
  );
  const targets = await describeTargets(db, { ...ctx, accounts }, rows);
  const textsOf = await flaggedTexts(db, targets);
  const cases = rows.flatMap(({ kind, id, count, flags }) => {
    const target = targets.get(`${kind}:${id}`);
    return target ? [{ target, flaggedTexts: textsOf(`${kind}:${id}`), flagCount: count, flags }] : [];
  });
  return { cases, pagination: pagination({ page, limit }, total.rows[0]?.n ?? 0) };
}

/** Counts what needs a moderator: targets with open flags, appeals of hidden content and of rejected refunds, proposed tags. */
export async function countCases(db: Database): Promise<z.infer<typeof moderationCounts>> {
  const { rows } = await sql<z.infer<typeof moderationCounts>>`
    select
      (select count(*) from (select from flags where status = 'OPEN' group by target_kind, target_id) as cases)::int as flags,
      (select count(*) from hidden_content where appeal_status = 'OPEN')::int as appeals,
      (select count(*) from refund_requests where appeal_status = 'OPEN')::int as "refundAppeals",
      (select count(*) from tag_proposals where status = 'OPEN')::int as "tagProposals"`.execute(db);
  return rows[0] ?? { flags: 0, appeals: 0, refundAppeals: 0, tagProposals: 0 };
}
