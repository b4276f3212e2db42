import { DAY_MS } from "@bbux/contract";
import { accountsSql, legsSql, transfersSql } from "@bbux/ledger";
import { sql } from "kysely";
import { isDueSoon, payableSince } from "../chain/index.ts";
import { SUBJECT_ID } from "../withdrawals/index.ts";
import type { BooksCheck } from "./books-check.ts";
import { escrows, overdueBounties } from "./bounties.ts";
import { coldBooks } from "./cold-wallets.sql.ts";
import { logChecks } from "./log.ts";
import { keptPayouts } from "./payout-totals.ts";
import { rewards, stakes } from "./stakes.ts";
import { keptWallets } from "./wallet-totals.ts";

/** What one transfer did to accounts of one kind, or null. */
const leg = (transfer: string, kind: string): BooksCheck => sql`
  (select sum(amount) from ${legsSql()} as leg where transfer_id = ${sql.ref(transfer)} and kind = ${kind})`;

/**
 * Each credited deposit has exactly one posting of its amount to its member at the member's address, and vice versa.
 */
const deposits = sql`
  select 'DEPOSIT_POSTING' as finding, d.id::text as subject,
         format('%s at %s, posted %s to member %s', d.amount, d.address, l.amount, l.owner) as detail
    from deposits d
    left join ${transfersSql()} as t on t.id = d.transfer_id and t.kind = 'deposit' and t.cause = d.signature || ':' || d.address
    left join lateral (
      select amount, owner from ${legsSql()} as leg where transfer_id = t.id and kind = 'member') l on true
   where (l.amount, l.owner) is distinct from (d.amount, d.user_id::text)
      or not exists (select from wallets w where w.user_id = d.user_id and w.address = d.address)
  union all
  select 'DEPOSIT_POSTING', t.id::text, 'a posting for ' || t.cause || ' without a deposit' from ${transfersSql()} as t
   where t.kind = 'deposit' and t.cause not like 'demo:%' and not exists (select from deposits d where d.transfer_id = t.id)
  union all
  select 'CREDITED_TWICE', d.signature, format('at %s: deposit %s and suspense item %s', d.address, d.id, i.id)
    from deposits d join suspense_items i on i.signature = d.signature and i.address = d.address
  union all
  select 'CREDITED_TWICE', signature, format('%s times at %s', count(*), address)
    from deposits group by signature, address having count(*) > 1`;

/** The postings of a withdrawal match its state, one per kind and cause, with the right amounts. */
const withdrawals = sql`
  select 'WITHDRAWAL_POSTING' as finding, w.id::text as subject,
         format('%s of %s: held %s; paid %s, fee %s; given back %s', w.state, w.amount, h.member, s.external, s.treasury, r.member)
           as detail
    from withdrawals w
    left join lateral (select ${leg("t.id", "member")} as member, ${leg("t.id", "hold")} as hold
       from ${transfersSql()} as t where t.kind = 'withdrawal_held' and t.cause = w.id::text) h on true
    left join lateral (select ${leg("t.id", "hold")} as hold, ${leg("t.id", "external")} as external,
         coalesce(${leg("t.id", "treasury")}, 0) as treasury, coalesce(${leg("t.id", "equity")}, 0) as equity
       from ${transfersSql()} as t where t.kind = 'withdrawal_settled' and t.cause = w.id::text) s on true
    left join lateral (select ${leg("t.id", "hold")} as hold, ${leg("t.id", "member")} as member,
         coalesce(${leg("t.id", "external")}, 0) as external, coalesce(${leg("t.id", "equity")}, 0) as equity
       from ${transfersSql()} as t where t.kind = 'withdrawal_refunded' and t.cause = w.id::text) r on true
    left join lateral (select sum(p.network_fee) as reserved from payment_attempts p
       where p.withdrawal_id = w.id and p.state in ('FINALIZED', 'FAILED', 'CANCELED')) p on true
   where (h.member, h.hold) is distinct from (-w.amount, w.amount)
      or case w.state
           when 'FINALIZED' then r.hold is not null or s.external < w.net_amount
             or (s.hold, s.treasury, s.external + s.equity)
                is distinct from (-(w.amount + p.reserved), w.fee::numeric, w.net_amount + p.reserved)
           when 'REFUNDED' then s.hold is not null or r.external < 0
             or (r.hold, r.member, r.external + r.equity)
                is distinct from (-(w.amount + coalesce(p.reserved, 0)), w.amount::numeric, coalesce(p.reserved, 0))
           else s.hold is not null or r.hold is not null
         end`;

/** The number of transactions of each kind matches the state. */
const attempts = sql`
  select 'PAYMENT_ATTEMPTS' as finding, x.what || ' ' || x.id as subject,
         format('%s with %s open, %s landed of %s, %s landed and failed', x.state, x.open, x.landed, x.paid, x.failed) as detail
    from (
      select 'withdrawal' as what, w.id, w.state, w.net_amount as due, p.* from withdrawals w
        cross join lateral (${ended("withdrawal_id", "w.id")}) p
      union all
      select 'sweep', s.id, s.state, s.amount, p.* from sweeps s cross join lateral (${ended("sweep_id", "s.id")}) p
      union all
      select 'cold transfer', c.id, c.state, c.amount, p.* from cold_transfers c cross join lateral (${ended("cold_transfer_id", "c.id")}) p
    ) x
   where case x.state
           when 'FINALIZED' then (x.open, x.landed, x.failed, x.paid) is distinct from (0::bigint, 1::bigint, 0::bigint, x.due::numeric)
           when 'DONE' then (x.open, x.landed, x.failed, x.paid) is distinct from (0::bigint, 1::bigint, 0::bigint, x.due::numeric)
           when 'REFUNDED' then x.open > 0 or x.landed > 0 or x.failed > 1
           when 'GIVEN_UP' then x.open > 0 or x.landed > 0 or x.failed > 1
           when 'REQUESTED' then x.open > 0 or x.landed > 0 or x.failed > 0
           when 'OPEN' then x.open > 1 or x.landed > 0 or x.failed > 0
           else x.open <> 1 or x.landed > 0 or x.failed > 0
         end
  union all
  select 'PAYMENT_ATTEMPTS', 'nonce ' || n.id, format('held with %s by %s', n.value, coalesce(n.withdrawal_id, n.sweep_id, n.cold_transfer_id))
    from payment_nonces n where n.value is not null and not exists (
         select from payment_attempts p where p.nonce_id = n.id and p.nonce_value = n.value and p.state in ('SIGNED', 'SENT')
            and coalesce(p.withdrawal_id, p.sweep_id, p.cold_transfer_id) = coalesce(n.withdrawal_id, n.sweep_id, n.cold_transfer_id))
     -- It is held before it is signed.
     and not exists (select from withdrawals w where w.id = n.withdrawal_id and w.state = 'REQUESTED')
     and not exists (select from sweeps s where s.id = n.sweep_id and s.state in ('OPEN', 'GIVEN_UP'))
     and not exists (select from cold_transfers c where c.id = n.cold_transfer_id and c.state in ('OPEN', 'GIVEN_UP'))
  union all
  select 'PAYMENT_ATTEMPTS', coalesce(p.withdrawal_id::text, p.sweep_id::text, p.cold_transfer_id::text, 'nonce ' || p.created_nonce_id), format('%s names a nonce that it does not hold', p.signature)
    from payment_attempts p where p.nonce_id is not null and p.state in ('SIGNED', 'SENT', 'REPLACED') and not exists (
         select from payment_nonces n where n.id = p.nonce_id
            -- What uses up a free nonce, as an anchor does, holds none.
            and (n.value = p.nonce_value or p.created_nonce_id = n.id and n.value is null))`;

function ended(column: string, id: string): BooksCheck {
  return sql`
    select count(*) filter (where state in ('SIGNED', 'SENT')) as open, count(*) filter (where state = 'FINALIZED') as landed,
           count(*) filter (where state in ('FAILED', 'CANCELED')) as failed, sum(lamports) filter (where state = 'FINALIZED') as paid
      from payment_attempts where ${sql.ref(column)} = ${sql.ref(id)}`;
}

/** The reserved network fee was returned when a transaction expired, and paid when it landed. */
const networkFees = sql`
  select 'NETWORK_FEE_POSTING' as finding, p.signature as subject,
         format('%s with %s: set aside %s, released %s, paid %s', p.state, p.network_fee, r.hold, b.hold, n.hold) as detail
    from payment_attempts p
    left join lateral (select ${leg("t.id", "hold")} as hold from ${transfersSql()} as t
       where t.kind = 'network_fee_reserved' and t.cause = p.signature) r on true
    left join lateral (select ${leg("t.id", "hold")} as hold from ${transfersSql()} as t
       where t.kind = 'network_fee_released' and t.cause = p.signature) b on true
    left join lateral (select ${leg("t.id", "hold")} as hold from ${transfersSql()} as t
       where t.kind = 'network_fee_paid' and t.cause = p.signature) n on true
   where r.hold is distinct from p.network_fee
      or b.hold is distinct from case when p.state = 'EXPIRED' then -p.network_fee end
      or n.hold is distinct from case when p.withdrawal_id is null and p.state in ('FINALIZED', 'FAILED', 'CANCELED') then -p.network_fee end`;

/** Ended payments have no hold; open ones hold their amount and the fees of their open transaction. */
const holds = sql`
  select 'HOLD' as finding, coalesce(a.owner, n.owner) as subject,
         format('holds %s, needs %s', coalesce(a.balance, 0), coalesce(n.needs, 0)) as detail
    from (select owner, balance from ${accountsSql("hold")} as held where balance <> 0) a
    full join (
      select owner, sum(needs) as needs from (
        select id::text as owner, amount as needs from withdrawals where state in ('REQUESTED', 'SIGNED', 'SENT')
        union all
        select ${SUBJECT_ID}::text, network_fee from payment_attempts
         where state in ('SIGNED', 'SENT', 'REPLACED')
      ) as each group by owner
    ) n on n.owner = a.owner
   where coalesce(a.balance, 0) <> coalesce(n.needs, 0)`;

const suspense = sql`
  select 'SUSPENSE' as finding, coalesce(a.owner, i.id::text) as subject,
         format('holds %s, open item of %s', coalesce(a.balance, 0), coalesce(i.amount, 0)) as detail
    from (select owner, balance from ${accountsSql("suspense")} as held where balance <> 0) a
    full join (select id, amount from suspense_items where resolved_at is null) i on i.id::text = a.owner
   where coalesce(a.balance, 0) <> coalesce(i.amount, 0)
  union all
  select 'SUSPENSE', i.id::text, 'resolved without a posting' from suspense_items i
   where i.resolved_at is not null and not exists (
     select from ${transfersSql()} as t where t.kind in ('suspense_assigned', 'float_recorded') and t.cause = i.id::text)`;

const funding = sql`
  select 'FUNDING' as finding, f.purpose as subject, format('given %s, posted %s', f.given, f.posted) as detail
    from (
      select 'float' as purpose, (select coalesce(sum(amount), 0) from chain_fundings where purpose = 'float') as given,
             (select coalesce(sum(${leg("t.id", "equity")}), 0) from ${transfersSql()} as t where t.kind = 'float_funded') as posted
      union all
      select 'demo', (select coalesce(sum(amount), 0) from chain_fundings where purpose = 'demo'),
             (select coalesce(sum(${leg("t.id", "member")}), 0) from ${transfersSql()} as t
               where t.kind = 'deposit' and t.cause like 'demo:%')
    ) f
   where f.given <> f.posted`;

/** A payment that the network refuses is canceled after a day, and a rotation waits for it. */
const LATE_MS = { request: 10 * 60_000, payment: DAY_MS / 24, rotation: 2 * DAY_MS };

/** The watcher ends requests, so one is overdue only if the watcher has run since. */
function overdue(now: Date): BooksCheck {
  const longAgo = new Date(now.getTime() - LATE_MS.payment);
  return sql`
    select 'OVERDUE' as finding, 'deposit request ' || r.id as subject, 'expired at ' || r.expires_at as detail
      from deposit_requests r, chain_state c
     where r.status = 'pending' and r.expires_at < c.round_finished_at - ${LATE_MS.request} * interval '1 millisecond'
    union all
    select 'OVERDUE', 'withdrawal ' || w.id, format('%s since %s%s', w.state, w.created_at,
           case when c.withdrawals_stopped_at is not null then ', payments are stopped' end)
      from withdrawals w, chain_state c where w.state in ('REQUESTED', 'SIGNED', 'SENT') and ${isDueSoon}
       and ${payableSince} < ${longAgo}
    union all
    select 'OVERDUE', 'sweep ' || s.id, 'open since ' || s.created_at
      from sweeps s where s.state = 'OPEN' and s.created_at < ${longAgo}
    union all
    select 'OVERDUE', 'cold transfer ' || c.id, 'open since ' || c.created_at
      from cold_transfers c where c.state = 'OPEN' and c.created_at < ${longAgo}
    union all
    select 'OVERDUE', k.purpose || ' key ' || k.version, format('%s since %s', k.state, k.created_at)
      from wallet_keys k where k.state <> 'DONE' and k.created_at < ${new Date(now.getTime() - LATE_MS.rotation)}`;
}

/** Returns every consistency check of the books. Each is one statement and so one snapshot. */
export function booksChecks(now: Date): readonly BooksCheck[] {
  const own = [deposits, withdrawals, attempts, networkFees, holds, suspense, funding, coldBooks, overdue(now)];
  return [...own, escrows, overdueBounties(now), stakes, rewards(now), keptWallets, keptPayouts, ...logChecks];
}
