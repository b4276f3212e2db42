import { type Kysely, sql } from "kysely";

const PAID_FEE = `(legs -> ('hold:' || coalesce(a.withdrawal_id, a.sweep_id, a.created_nonce_id)))::bigint = -a.network_fee`;
/** For each kind by which SOL enters or leaves the books, the row that it books; `cause_id` is its cause as an id, and `legs` has an amount for each account. */
export const BACKED: Readonly<Record<string, string>> = {
  deposit: `select from public.deposits d
    where d.signature = split_part(new.cause, ':', 1) and d.address = split_part(new.cause, ':', 2) and d.transfer_id = new.id
      and legs = jsonb_build_object('external:solana', -d.amount, 'member:' || d.user_id, d.amount)`,
  deposit_unclaimed: `select from public.suspense_items s
    where s.signature = split_part(new.cause, ':', 1) and s.address = split_part(new.cause, ':', 2)
      and s.signature || ':' || s.address = new.cause
      and legs = jsonb_build_object('external:solana', -s.amount, 'suspense:' || s.id, s.amount)`,
  float_funded: `select from public.chain_fundings f where f.signature = new.cause and f.purpose = 'float'
      and legs = jsonb_build_object('external:solana', -f.amount, 'equity:operator', f.amount)`,
  loss_recorded: `select from public.reserve_corrections c where c.id = cause_id and c.kind = new.kind
      and legs = jsonb_build_object('external:solana', c.amount, 'equity:operator', -c.amount)`,
  gain_recorded: `select from public.reserve_corrections c where c.id = cause_id and c.kind = new.kind
      and legs = jsonb_build_object('external:solana', -c.amount, 'equity:operator', c.amount)`,
  withdrawal_settled: `select from public.withdrawals w join public.payment_attempts a on a.withdrawal_id = w.id
    where w.id = cause_id and w.state = 'FINALIZED' and a.state = 'FINALIZED'
      and legs - array['hold:' || w.id, 'external:solana', 'treasury:platform', 'equity:operator'] = '{}'
      and (legs -> ('hold:' || w.id))::bigint = -(w.amount + a.network_fee)
      and coalesce((legs -> 'treasury:platform')::bigint, 0) = w.fee
      and (legs -> 'external:solana')::bigint >= w.net_amount`,
  withdrawal_refunded: `select from public.withdrawals w where w.id = cause_id and w.state = 'REFUNDED'
      and legs - array['hold:' || w.id, 'member:' || w.user_id, 'external:solana', 'equity:operator'] = '{}'
      and (legs -> ('member:' || w.user_id))::bigint = w.amount`,
  network_fee_paid: `select from public.payment_attempts a where a.signature = new.cause and ${PAID_FEE}`,
};

/**
 * SOL can't enter or leave the books without the row that says why: no deposit without the payment it credits, no payout without its
 * withdrawal and payment. For every role, and for new transfers only, so that older books stay as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Only the owner writes it: while the demo community is created, and in databases for tests and measurements.
  await sql`
    create table ledger_waivers (
      kind text not null references ledger_transfer_kinds,
      -- What the causes of these transfers begin with.
      causes text not null,
      reason text not null,
      primary key (kind, causes)
    )`.execute(db);
  await sql`grant select on ledger_waivers to bbux_app`.execute(db);
  const cases = Object.entries(BACKED).map(([kind, row]) => `when '${kind}' then exists (${row})`);
  // At commit, when the row exists, whichever of the two was written first.
  await sql`
    create function ledger_require_backing() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      cause_id constant bigint := case when new.cause ~ '^[1-9][0-9]{0,17}$' then new.cause::bigint end;
      legs jsonb;
      is_backed boolean;
    begin
      select jsonb_object_agg(l.account, l.amount) into legs from (
        select a.kind || ':' || a.owner as account, sum(e.amount) as amount
          from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
         where e.transfer_id = new.id group by 1) as l;
      is_backed := case new.kind ${sql.raw(cases.join("\n"))} end;
      if is_backed is not true
         and not exists (select from public.ledger_waivers w where w.kind = new.kind and starts_with(new.cause, w.causes))
      then
        raise exception 'nothing backs the % of %', new.kind, new.cause using errcode = 'LG005';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger ledger_transfers_backed after insert on ledger_transfers deferrable initially deferred for each row
    when (new.kind in (${sql.join(Object.keys(BACKED).map((kind) => sql.lit(kind)))}))
    execute function ledger_require_backing()`.execute(db);
}
