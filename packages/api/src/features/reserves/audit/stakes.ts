import { sql } from "kysely";
import type { BooksCheck } from "./books.sql.ts";

/** A run takes seconds, and another comes every hour. */
const GRACE_MS = 3 * 60 * 60_000;

/** A stake is what its account holds, what its changes come to and each of them was posted, and the other way round. */
export const stakes: BooksCheck = sql`
  select 'STAKE' as finding, 'stake of member ' || coalesce(a.owner, s.owner) as subject,
         format('holds %s, says %s', coalesce(a.balance, 0), coalesce(s.amount, 0)) as detail
    from (select owner, balance from ledger_accounts where kind = 'stake') a
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
    left join ledger_accounts a on a.kind = 'stake' and a.owner = c.user_id::text
    left join ledger_entries e on e.transfer_id = c.transfer_id and e.account_id = a.id
   where (e.amount, e.balance_after) is distinct from (c.amount, c.stake_after)`;

/**
 * What a day of rewards says that it paid was posted and is what its members were to have, it was set aside before, and what
 * was not paid is in the pool or has come back (DECISIONS 1.7).
 */
export function rewards(now: Date): BooksCheck {
  const longAgo = new Date(now.getTime() - GRACE_MS);
  return sql`
    with pool as (
      select t.refs ->> 'day' as day, coalesce(-sum(e.amount) filter (where t.kind = 'rewards_paid'), 0) as paid,
             coalesce(sum(e.amount) filter (where t.kind = 'treasury_allotted'), 0) as allotted,
             coalesce(-sum(e.amount) filter (where t.kind = 'pool_returned'), 0) as returned
        from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
       where e.account_id = (select id from ledger_accounts where kind = 'pool' and owner = 'rewards') and e.version is not null
       group by t.refs ->> 'day'
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
