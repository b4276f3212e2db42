import { RIVALS } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { ownAccounts } from "../../people/established/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { isInterested, questionsOfInterest } from "./interest.query.ts";

type Staff = Pick<MemberContext, "viewer" | "now" | "parameterDefaults" | "verifiesEmail">;

/** Whether a member filed the open refund request or objection about a question, or voted on it. */
const isPartyTo = (postId: RawBuilder<unknown>, memberId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from refund_requests rr where rr.post_id = ${postId} and rr.status = 'PENDING'
     and (rr.user_id = ${memberId} or exists (
       select from refund_votes rv where rv.request_id = rr.id and rv.voter_id = ${memberId})))`;

/**
 * Whether two members have an interest in the same question with an unpaid bounty ({@link isInterested}, or a part in the vote on its refund),
 * so that neither decides about the other. False for one member alone.
 * @param judgeId whose questions are looked up once, for however many members
 * @param memberId an expression
 */
function areRivalsSql(judgeId: string, memberId: RawBuilder<unknown>): RawBuilder<boolean> {
  const judge = sql`${judgeId}::bigint`;
  return sql<boolean>`(${memberId} <> ${judge} and exists (
    select from posts rp
     where rp.bounty_status = 'ESCROWED' and rp.id in (
         ${questionsOfInterest(judgeId)}
         union all select post_id from refund_requests where status = 'PENDING' and user_id = ${judge}
         union all select rr.post_id from refund_votes rv join refund_requests rr on rr.id = rv.request_id and rr.status = 'PENDING'
          where rv.voter_id = ${judge})
       and (${isInterested(sql`rp.id`, memberId)} or ${isPartyTo(sql`rp.id`, memberId)})))`;
}

/** {@link areRivalsSql} of a member and any of a person's accounts. */
export function areRivalsOfAnySql(accounts: readonly string[], memberId: RawBuilder<unknown>): RawBuilder<boolean> {
  const each = accounts.map((id) => areRivalsSql(id, memberId));
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

/** {@link areRivalsOfAnySql} of one member. */
export async function areRivals(db: Kysely<DB>, accounts: readonly string[], memberId: string): Promise<boolean> {
  const { rows } = await sql<{ rivals: boolean }>`
    select ${areRivalsOfAnySql(accounts, sql`${memberId}::bigint`)} as rivals`.execute(db);
  return rows[0]?.rivals ?? false;
}

/** Keeps a moderator or an admin from deciding about their rivals. @returns what throws AppError HAS_INTEREST about one */
export function refuseRivals(ctx: Staff): (trx: Transaction<DB>, member: string) => Promise<void> {
  return async (trx, member) => {
    if (await areRivals(trx, await ownAccounts(trx, ctx), member)) {
      throw new AppError("HAS_INTEREST", { message: RIVALS });
    }
  };
}
