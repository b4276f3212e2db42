import type { Database } from "@bbux/db";
import { accountsSql } from "@bbux/ledger";
import { sql } from "kysely";
import type { BooksCheck } from "./books-check.ts";
import type { Problem } from "./findings.ts";

/** The jobs run every few minutes; anything later than this was missed. */
const GRACE_MS = 15 * 60_000;
/** Rows read per check; the rest are ignored. */
const MOST = 1_000;

/** Every escrow matches the bounty of a post to the unit, and vice versa. */
export const escrows: BooksCheck = sql`
  select 'ESCROW' as finding, 'bounty of post ' || coalesce(a.owner, p.owner) as subject,
         format('holds %s, needs %s', coalesce(a.balance, 0), coalesce(p.bounty_amount, 0)) as detail
    from (select owner, balance from ${accountsSql("escrow")} as held where balance <> 0) a
    full join (select id::text as owner, bounty_amount from posts where bounty_status = 'ESCROWED') p on p.owner = a.owner
   where coalesce(a.balance, 0) <> coalesce(p.bounty_amount, 0)`;

/**
 * No bounty stays in escrow past its payout date unless its refund or the hiding of an answer is being decided, and no request or appeal stays
 * undecided past its time, so every bounty is settled (docs/DECISIONS.md 1.3, 1.5).
 */
export function overdueBounties(now: Date): BooksCheck {
  const longAgo = new Date(now.getTime() - GRACE_MS);
  return sql`
    select 'OVERDUE' as finding, 'bounty of post ' || p.id as subject,
           case when p.settles_at is null then 'in escrow without a deadline'
                else 'in escrow, to be settled by ' || p.settles_at end as detail
      from posts p
     where p.bounty_status = 'ESCROWED' and (p.settles_at is null or p.settles_at < ${longAgo})
       and not exists (select from refund_requests r
         where r.post_id = p.id and (r.status = 'PENDING' or r.appeal_status = 'OPEN'))
       and not awaits_appeal(p, ${longAgo})
    union all
    select 'OVERDUE', 'refund request ' || id, 'undecided, its votes were to be counted at ' || expires_at
      from refund_requests where status = 'PENDING' and expires_at < ${longAgo}
    union all
    select 'OVERDUE', 'appeal of refund request ' || id, 'undecided, to lapse at ' || appeal_expires_at
      from refund_requests where appeal_status = 'OPEN' and appeal_expires_at < ${longAgo}`;
}

/** Audits the bounties on their own, one snapshot per check, without the chain. Empty when everything is right. */
export async function auditBounties(db: Database, now: Date): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const check of [escrows, overdueBounties(now)]) {
    const { rows } =
      await sql<Problem>`select * from (${check}) as found order by finding, subject limit ${MOST}`.execute(db);
    problems.push(...rows);
  }
  return problems;
}
