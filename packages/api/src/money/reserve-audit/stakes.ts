import { accountLinesSql, accountsSql, legsSql, REWARDS_POOL } from "@bbux/ledger";
import { sql } from "kysely";
import type { BooksCheck } from "./books-check.ts";

/** A run takes seconds and starts every hour. */
const GRACE_MS = 3 * 60 * 60_000;

/** A stake equals its account's balance and the sum of its changes, each change was posted, and vice versa. */
export const stakes: BooksCheck = sql`
  select 'STAKE' as finding, 'stake of member ' || coalesce(a.owner, s.owner) as subject,
         format('holds %s, says %s', coalesce(a.balance, 0), coalesce(s.amount, 0)) as detail
    from ${accountsSql("stake")} as a
    full join (select user_id::text as owner, amount from stakes) s on s.owner = a.owner
   where coalesce(a.balance, 0) <> coalesce(s.amount, 0)
  union all
  select 'STAKE', 'changes of member ' || s.user_id, format('%s of %s, to %s of %s', c.count, s.version, c.amount, s.amount)
    from stakes s cross join lateral (
      select count(*) as count, coalesce(sum(amount), 0) as amount from stake_changes where user_id = s.user_id) c
   where (c.count, c.amount) is distinct from (s.version::bigint, s.amount::numeric)
  union all
  select 'STAKE', 'change ' || c.version || ' of member ' || c.user_id, format('%s, posted %s', c.amount, e.amount)
    from stake_changes c
    left join ${legsSql()} as e on e.transfer_id = c.transfer_id and e.kind = 'stake' and e.owner = c.user_id::text
   where (e.amount, e.balance_after) is distinct from (c.amount, c.stake_after)`;

/**
 * A day's payments were posted, match its members' rewards and were reserved before; the rest is in the pool
 * or was returned (docs/DECISIONS.md 1.7).
 */
export function rewards(now: Date): BooksCheck {
  const longAgo = new Date(now.getTime() - GRACE_MS);
  return sql`
    with pool as (
      select refs ->> 'day' as day, coalesce(-sum(amount) filter (where kind = 'rewards_paid'), 0) as paid,
             coalesce(sum(amount) filter (where kind = 'treasury_allotted'), 0) as allotted,
             coalesce(-sum(amount) filter (where kind = 'pool_returned'), 0) as returned
        from ${accountLinesSql("pool", REWARDS_POOL)} as line group by refs ->> 'day'
    )
    select 'REWARDS' as finding, 'rewards of ' || coalesce(d.day::text, l.day) as subject,
           format('%s of %s paid, posted %s of %s, %s returned', d.paid, d.allotted, l.paid, l.allotted, l.returned) as detail
      from reward_days d full join pool l on l.day = d.day::text
     where (coalesce(l.paid, 0), coalesce(l.allotted, 0)) is distinct from (d.paid::numeric, d.allotted::numeric)
        or coalesce(l.returned, 0) is distinct from case d.state when 'DONE' then d.allotted - d.paid else 0 end::numeric
    union all
    select 'REWARDS', 'rewards of ' || d.day, format('%s paid to %s members, to be %s to %s', d.paid, d.paid_members, p.paid, p.members)
      from reward_days d cross join lateral (
        select coalesce(sum(amount), 0) as paid, count(*) filter (where amount > 0) as members
          from reward_payments where day = d.day and user_id <= d.paid_up_to) p
     where (p.paid, p.members) is distinct from (d.paid::numeric, d.paid_members::bigint)
    union all
    select 'OVERDUE', 'rewards of ' || day, 'begun at ' || started_at || ' and not done'
      from reward_days where state <> 'DONE' and started_at < ${longAgo}`;
}
