import { sql } from "kysely";

/** Open attempts of a withdrawal `w`. */
const open = sql`payment_attempts a where a.withdrawal_id = w.id and a.state in ('SIGNED', 'SENT', 'REPLACED')`;
const isStopped = sql`exists (select from chain_state where withdrawals_stopped_at is not null)`;
const isFenceOpen = sql`exists (select from chain_state where fence_open and fence_identity = books_identity())`;
/** As long as the network usually takes, and as long as a payment is tried (docs/adr/0010). */
const [slow, patience] = [sql`interval '1 minute'`, sql`interval '24 hours'`];

/**
 * Where a withdrawal `w` is, as in the contract's `WITHDRAWAL_STAGES`: `stage`, `until` when something happens at the latest, and the
 * `reason` why it is given back, and `held_because` why it is held.
 */
export const withdrawalStage = sql`(
  select case
           when w.state = 'FINALIZED' then 'paid'
           when w.state = 'REFUNDED' then 'returned'
           when w.cancel_reason is not null then 'canceling'
           when hold.until is not null then 'held'
           when w.waits_for = 'approval' then 'approval'
           when ${isStopped} then 'stopped'
           when w.state = 'REQUESTED' and not ${isFenceOpen} then 'books'
           when w.state = 'REQUESTED' then coalesce(w.waits_for, 'requested')
           when exists (select from ${open} and a.created_at < clock_timestamp() - ${slow}) then 'congestion'
           when w.state = 'SIGNED' then 'signed'
           else 'sent'
         end as stage,
         case
           when w.cancel_reason is not null or w.state in ('FINALIZED', 'REFUNDED') then null
           when hold.until is not null then nullif(hold.until, 'infinity')
           when w.waits_for = 'approval' then w.approval_until
           when w.state in ('SIGNED', 'SENT') and not ${isStopped} then (select min(a.created_at) + ${patience} from ${open})
         end as until,
         case when w.state = 'REFUNDED' then w.failure when w.state <> 'FINALIZED' then w.cancel_reason end as reason,
         case when w.cancel_reason is null then hold.cause end as held_because
    from (select w.id where w.state = 'REQUESTED') as open_one left join lateral payout_hold(open_one.id) as hold on true
    right join (select) as always on true
) as stage`;
