import { STAFF_FREEZE, type StaffFreeze } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type RawBuilder, sql, type Transaction } from "kysely";

const windowStart = sql`clock_timestamp() - make_interval(days => ${STAFF_FREEZE.windowDays})`;
const daysFromNow = (days: number) => sql`clock_timestamp() + make_interval(days => ${days})`;

/** The freeze in force of the row `u` of `users`, as JSON of a {@link StaffFreeze}; null without one. */
export const staffFreezeJson: RawBuilder<StaffFreeze | null> = sql`(
  select json_build_object('until', to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'reason', reason, 'byAdmin', by_admin)
  from security_holds h where h.user_id = u.id and cause = 'staff_freeze' and until > clock_timestamp())`;

export interface FreezeState {
  readonly active: boolean;
  readonly byAdmin: boolean;
  /**
   * Whether so many days from now are more than a moderator may add: 7 from when the freeze began, give or take an hour, and none within 30 days
   * after one has ended or was ended.
   */
  readonly exceeds: boolean;
}

/** Reads what staff decided about a member's withdrawals. Needs `lockPayouts`, so that it stays true. */
export async function staffFreezeState(trx: Transaction<DB>, member: string, days: number): Promise<FreezeState> {
  const { rows } = await sql<FreezeState>`
    select until > clock_timestamp() as active, by_admin as "byAdmin",
      until > ${windowStart} and (until <= clock_timestamp()
        or since + make_interval(days => ${STAFF_FREEZE.moderatorDays}, hours => 1) < ${daysFromNow(days)}) as exceeds
    from security_holds where user_id = ${member} and cause = 'staff_freeze'`.execute(trx);
  const { active = false, byAdmin = false, exceeds = false } = rows[0] ?? {};
  return { active, byAdmin, exceeds: exceeds || days > STAFF_FREEZE.moderatorDays };
}

/** Holds all of a member's withdrawals for some days from now, instead of what staff decided before. Needs `lockPayouts`. */
export async function setStaffFreeze(
  trx: Transaction<DB>,
  freeze: { readonly member: string; readonly days: number; readonly reason: string; readonly byAdmin: boolean },
): Promise<Date> {
  const { member, days, reason, byAdmin } = freeze;
  const { rows } = await sql<{ until: Date }>`
    insert into security_holds as h (user_id, cause, until, since, reason, by_admin)
    values (${member}, 'staff_freeze', ${daysFromNow(days)}, clock_timestamp(), ${reason}, ${byAdmin})
    on conflict (user_id, cause) do update set until = excluded.until, reason = excluded.reason, by_admin = excluded.by_admin,
      since = case when excluded.by_admin or h.until <= clock_timestamp() then excluded.since else h.since end
    returning until`.execute(trx);
  return (rows[0] as { until: Date }).until;
}

/** Ends a freeze in force. Its row stays, because it counts for the next one. Needs `lockPayouts`. */
export async function endStaffFreeze(trx: Transaction<DB>, member: string): Promise<void> {
  await sql`
    update security_holds set until = clock_timestamp()
     where user_id = ${member} and cause = 'staff_freeze' and until > clock_timestamp()`.execute(trx);
}
