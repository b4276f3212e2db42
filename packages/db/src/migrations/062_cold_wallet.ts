import { type Kysely, sql } from "kysely";
import { BACKED } from "./054_backed_transfers.ts";

/** As in migration 054; the fee of a move to the cold wallet is backed by its attempt, like that of a sweep. Migration 066 has them checked. */
export const COLD_BACKED: Readonly<Record<string, string>> = {
  ...BACKED,
  network_fee_paid: `select from public.payment_attempts a where a.signature = new.cause
      and (legs -> ('hold:' || coalesce(a.withdrawal_id, a.sweep_id, a.created_nonce_id, a.cold_transfer_id)))::bigint = -a.network_fee`,
  cold_fee_paid: `select from public.cold_movements m where m.signature = new.cause and m.fee > 0
      and legs = jsonb_build_object('external:solana', m.fee, 'equity:operator', -m.fee)`,
};

/**
 * What is above the hot wallet's ceiling goes to a cold wallet, whose key the platform doesn't have, and counts there
 * (docs/adr/0027).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createWallets(db);
  await createTransfers(db);
  await createMovements(db);
  await createProofs(db);
  await payWithHolds(db);
  await bookFees(db);
}

async function createWallets(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cold_wallets (
      address text primary key,
      -- Where moves go now. Earlier ones count as long as they hold anything.
      is_current boolean not null default true,
      -- By the books: the sum of its movements.
      booked bigint not null default 0,
      -- Since when the books say that it holds anything.
      held_since timestamptz,
      -- What it held at this finalized slot is its opening balance; only what came later is read.
      since_slot bigint not null,
      -- The newest of its transactions that was read.
      read_signature text,
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create unique index cold_wallets_current on cold_wallets (is_current) where is_current`.execute(db);
  await sql`grant select, insert (address, is_current, since_slot), update (is_current, read_signature) on cold_wallets to bbux_app`.execute(
    db,
  );
  await sql`
    create function keep_cold_wallet() returns trigger language plpgsql as $$
    begin
      raise exception 'the cold wallet % is a record, which nothing deletes', old.address using errcode = 'LG004';
    end $$`.execute(db);
  await sql`
    create trigger cold_wallets_kept before delete on cold_wallets for each row execute function keep_cold_wallet()`.execute(
    db,
  );
}

async function createTransfers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cold_transfers (
      id bigint primary key default nextval('ids'),
      -- Named by the memo. Never given out twice, also by books restored from a backup.
      reference uuid not null unique default gen_random_uuid(),
      address text not null references cold_wallets,
      amount bigint not null check (amount > 0),
      state text not null default 'OPEN' check (state in ('OPEN', 'DONE', 'GIVEN_UP')),
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create unique index cold_transfers_one on cold_transfers (state) where state = 'OPEN'`.execute(db);
  await sql`grant select, insert, update on cold_transfers to bbux_app`.execute(db);
  for (const next of ["DONE", "GIVEN_UP"]) {
    await sql`insert into state_transitions values ('cold_transfers', 'OPEN', ${next})`.execute(db);
  }
  await keep(db, "cold_transfers", "state");
  // What was planned is what is paid.
  await sql`
    create function keep_cold_transfer() returns trigger language plpgsql as $$
    begin
      if (new.id, new.reference, new.address, new.amount) is distinct from (old.id, old.reference, old.address, old.amount) then
        raise exception 'the amount and address of cold transfer % stay', old.id using errcode = 'LG004';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger cold_transfers_same before update on cold_transfers for each row execute function keep_cold_transfer()`.execute(
    db,
  );
}

/** Rows that change along their transitions only, and are never deleted. */
async function keep(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  await sql`
    create trigger ${sql.id(`${table}_transition`)} before update on ${sql.table(table)}
    for each row execute function require_transition(${sql.lit(column)})`.execute(db);
  await sql`
    create trigger ${sql.id(`${table}_kept`)} before delete on ${sql.table(table)}
    for each row execute function refuse_deletion()`.execute(db);
}

async function createMovements(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cold_movements (
      id bigint primary key default nextval('ids'),
      address text not null references cold_wallets,
      -- transfer: from the hot wallet. return: to other addresses of the platform. moved: from another cold wallet. arrival: from
      -- somebody else. opening: what it held when it became the platform's. correction: a loss or gain that an operator recorded.
      kind text not null check (kind in ('transfer', 'return', 'moved', 'arrival', 'opening', 'correction')),
      amount bigint not null,
      -- Of a return: what went to somebody else in the same transaction. It stays in the books until a loss is recorded.
      lost bigint not null default 0 check (lost = 0 or lost > 0 and kind = 'return'),
      -- Of a return: the network's fee, which is part of the amount.
      fee bigint not null default 0 check (fee = 0 or fee between 0 and -amount),
      -- Of a return: what went to a member's deposit address, which is swept from there.
      deposit_address text,
      deposit_amount bigint not null default 0 check (deposit_amount >= 0 and (deposit_amount > 0) = (deposit_address is not null)),
      signature text,
      cold_transfer_id bigint unique references cold_transfers,
      suspense_id bigint unique references suspense_items,
      correction_id bigint references reserve_corrections,
      slot bigint not null,
      created_at timestamptz not null,
      check (case kind when 'correction' then amount <> 0 when 'return' then amount < 0 or amount = 0 and lost > 0 else amount > 0 end),
      check ((signature is null) = (kind = 'correction') and (correction_id is not null) = (kind = 'correction')),
      check ((cold_transfer_id is not null) = (kind = 'transfer') and (suspense_id is not null) = (kind in ('arrival', 'opening'))),
      constraint cold_movements_once unique (signature, address)
    )`.execute(db);
  await sql`create index cold_movements_address on cold_movements (address)`.execute(db);
  await sql`grant select, insert on cold_movements to bbux_app`.execute(db);
  await sql`
    create trigger cold_movements_kept before update or delete on cold_movements
    for each row execute function refuse_deletion()`.execute(db);
  // Only this changes what a cold wallet holds by the books.
  await sql`
    create function count_cold_movement() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      update public.cold_wallets c
         set booked = c.booked + new.amount,
             held_since = case when c.booked + new.amount > 0 then coalesce(c.held_since, clock_timestamp()) end
       where c.address = new.address;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger cold_movements_counted after insert on cold_movements
    for each row execute function count_cold_movement()`.execute(db);
  await sql`
    alter table suspense_items drop constraint suspense_items_reason_check,
      add constraint suspense_items_reason_check check (reason in ('unknown_sender', 'closed_account', 'cold_opening'))`.execute(
    db,
  );
}

/** What was signed with a cold wallet's key to show that the operator has it. */
async function createProofs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table control_proofs (
      id bigint primary key default nextval('ids'),
      address text not null references cold_wallets,
      text text not null unique check (text <> ''),
      balance bigint not null,
      state text not null default 'OPEN' check (state in ('OPEN', 'PROVED')),
      signature text,
      -- What was signed: the text itself, or Solana's envelope of an off-chain message around it.
      form text check (form in ('message', 'offchain')),
      proved_at timestamptz,
      created_at timestamptz not null,
      check ((state = 'PROVED') = (signature is not null and form is not null and proved_at is not null))
    )`.execute(db);
  await sql`create index control_proofs_latest on control_proofs (address, proved_at) where state = 'PROVED'`.execute(
    db,
  );
  await sql`grant select, insert, update on control_proofs to bbux_app`.execute(db);
  await sql`insert into state_transitions values ('control_proofs', 'OPEN', 'PROVED')`.execute(db);
  await keep(db, "control_proofs", "state");
}

/** A move to the cold wallet holds a nonce and has attempts, like any payment. */
async function payWithHolds(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_attempts
      add column cold_transfer_id bigint references cold_transfers,
      drop constraint payment_attempts_subject,
      add constraint payment_attempts_subject
        check (num_nonnulls(withdrawal_id, sweep_id, created_nonce_id, cold_transfer_id) = 1)`.execute(db);
  await sql`
    create unique index payment_attempts_open_cold_transfer_id on payment_attempts (cold_transfer_id)
     where state in ('SIGNED', 'SENT')`.execute(db);
  await sql`
    create unique index payment_attempts_landed_cold_transfer_id on payment_attempts (cold_transfer_id)
     where state = 'FINALIZED'`.execute(db);
  await sql`create index payment_attempts_cold_transfer_id on payment_attempts (cold_transfer_id)`.execute(db);
  await sql`
    alter table payment_nonces
      add column cold_transfer_id bigint unique references cold_transfers,
      drop constraint payment_nonces_check,
      drop constraint payment_nonces_check1,
      add constraint payment_nonces_holder check (num_nonnulls(withdrawal_id, sweep_id, cold_transfer_id) <= 1),
      add constraint payment_nonces_held
        check ((value is null) = (withdrawal_id is null and sweep_id is null and cold_transfer_id is null))`.execute(
    db,
  );
  await sql`
    alter table withdrawals drop constraint withdrawals_waits_for_check,
      add constraint withdrawals_waits_for_check
        check (waits_for in ('limit', 'hot_wallet', 'cold_wallet', 'approval', 'float', 'nonce'))`.execute(db);
}

/** The network's fee for what the operator signs with the cold wallet's key. */
async function bookFees(db: Kysely<unknown>): Promise<void> {
  await sql`insert into ledger_transfer_kinds values ('cold_fee_paid', '{equity}', '{external}')`.execute(db);
  await sql`alter function transparency_words(text) rename to transparency_words_042`.execute(db);
  await sql`
    create function transparency_words(p_type text) returns text language plpgsql immutable as $$
    begin
      if p_type = 'COLD_FEE_PAID' then return 'A network fee of the cold wallet was paid'; end if;
      return public.transparency_words_042(p_type);
    end $$`.execute(db);
}
