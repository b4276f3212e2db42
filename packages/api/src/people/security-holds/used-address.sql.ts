import { SECURITY } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";

const suspect = sql`make_interval(days => ${SECURITY.suspectDays})`;

/**
 * Whether a row `w` of withdrawals makes its destination one that the member has used. What was given back doesn't, nor what was asked
 * for in the 30 days before the account was frozen or its password reset by mail: a thief may have asked for it.
 */
export const isUse: RawBuilder<boolean> = sql`(w.state <> 'REFUNDED' and not exists (
  select from audit_log f where f.subject_id = w.user_id and f.action = 'ACCOUNT_FROZEN'
     and f.created_at between w.created_at and w.created_at + ${suspect})
  and not exists (
    select from security_events e where e.user_id = w.user_id and e.kind = 'password_reset'
       and e.created_at between w.created_at and w.created_at + ${suspect}))`;

/** Whether the owner of the row `w` used an address, or had it on the allow-list, more than 30 days before then. @param address a column of that row */
export const wasKnownLongBefore = (
  then: Date,
  address: "w.destination" | "w.withdrawal_address",
): RawBuilder<boolean> =>
  sql`(exists (
    select from withdrawals u where u.user_id = w.user_id and u.destination = ${sql.ref(address)}
       and u.state <> 'REFUNDED' and u.created_at < ${then}::timestamptz - ${suspect})
    or exists (
    select from allowed_addresses a where a.user_id = w.user_id and a.address = ${sql.ref(address)}
       and a.added_at < ${then}::timestamptz - ${suspect}))`;
