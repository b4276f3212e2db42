import type { DB } from "@bbux/db";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { HOURS_TO_APPROVE } from "./approvers.query.ts";

/** Admins who have to agree on a large credit. */
export const APPROVERS = 2;

/** What is given: unclaimed SOL, or a deposit that waits. */
export type CreditKind = "suspense" | "deposit";

/** An admin's latest approval of something that takes two. */
export interface Approval {
  /** The id of what is given. */
  readonly credit: string;
  readonly adminId: string;
  readonly username: string;
  /** Whom it goes to; null for the operator's float. */
  readonly memberId: string | null;
  readonly member: string | null;
  readonly reason: string;
  readonly at: Date;
  /** Whether the admin may approve and give it to the member, the amount is still the same, and it is at most 72 hours old. */
  readonly counts: boolean;
  /** Whether the reader gave it, or an account in the reader's browser. */
  readonly isOwn: boolean;
}

const SUBJECTS: Readonly<Record<CreditKind, RawBuilder<unknown>>> = {
  suspense: sql`suspense_items s on s.id = a.suspense_id`,
  deposit: sql`waiting_deposits s on s.id = a.deposit_id`,
};

/** Returns the latest approval of each admin, oldest first. @param reader an admin */
export async function readApprovals(
  db: Services["db"] | Transaction<DB>,
  kind: CreditKind,
  ids: readonly string[],
  reader: string,
): Promise<readonly Approval[]> {
  const { rows } = await sql<Approval>`
    select * from (
      select distinct on (s.id, a.admin_id) s.id::text as credit, a.admin_id::text as "adminId", u.username,
             a.member_id::text as "memberId", m.username as member, a.reason, a.created_at as at,
             a.amount = s.amount and a.created_at > clock_timestamp() - make_interval(hours => ${HOURS_TO_APPROVE})
               and approval_stands(a.admin_id, a.created_at) and not are_one_person(a.admin_id, a.member_id) as counts,
             are_one_person(a.admin_id, ${reader}) as "isOwn"
        from credit_approvals a join ${SUBJECTS[kind]} join users u on u.id = a.admin_id left join users m on m.id = a.member_id
       where s.id = any (${ids}::bigint[]) and not a.alone
       order by s.id, a.admin_id, a.created_at desc) as latest
     order by at`.execute(db);
  return rows;
}

/** Returns what admins gave within 24 hours without a second one, in base units, by the database's clock. */
export async function givenAlone(db: Services["db"] | Transaction<DB>): Promise<bigint> {
  const { rows } = await sql<{ given: string }>`
    select coalesce(sum(amount), 0)::text as given from credit_approvals
     where alone and created_at > clock_timestamp() - interval '24 hours'`.execute(db);
  return BigInt(rows[0]?.given ?? 0);
}
