import { type Kysely, sql } from "kysely";

/**
 * Payments use durable nonces instead of blockhashes: a withdrawal or sweep holds one nonce account with one value, and of all
 * transactions with that value at most one can land. Attempts signed before keep their blockhash until they end.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_nonces (
      id bigint primary key default nextval('ids'),
      position int not null unique check (position > 0),
      address text not null unique,
      -- WANTED: not on the chain yet. READY: usable, or held. LOST: not ours any more, or never to be created.
      state text not null default 'WANTED' check (state in ('WANTED', 'READY', 'LOST')),
      -- While it is held: what for, and the value that the transactions of the holder name.
      withdrawal_id bigint unique references withdrawals,
      sweep_id bigint unique references sweeps,
      value text,
      -- The slot of its last known use: an answer from before would give a value that is used up.
      min_slot bigint not null default 0,
      -- Since when the chain has had no such account with us as its authority.
      missing_since timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (withdrawal_id is null or sweep_id is null),
      check ((value is null) = (withdrawal_id is null and sweep_id is null))
    )`.execute(db);
  await sql`create index payment_nonces_free on payment_nonces (position) where state = 'READY' and value is null`.execute(
    db,
  );
  await sql`
    alter table payment_attempts
      add column created_nonce_id bigint references payment_nonces,
      add column nonce_id bigint references payment_nonces,
      add column nonce_value text,
      add column cancels boolean not null default false,
      alter column last_valid_block_height drop not null,
      drop constraint payment_attempts_check,
      drop constraint payment_attempts_lamports_check,
      drop constraint payment_attempts_state_check,
      add constraint payment_attempts_subject check (num_nonnulls(withdrawal_id, sweep_id, created_nonce_id) = 1),
      add constraint payment_attempts_lamports check (lamports > 0 or cancels or created_nonce_id is not null),
      add constraint payment_attempts_state check (state in (
        'SIGNED', 'SENT', 'REPLACED', 'FINALIZED', 'FAILED', 'CANCELED', 'EXPIRED')),
      add constraint payment_attempts_validity
        check (num_nonnulls(nonce_id, last_valid_block_height) = 1 and (nonce_id is null) = (nonce_value is null))`.execute(
    db,
  );
  await sql`
    create unique index payment_attempts_open_created_nonce_id on payment_attempts (created_nonce_id)
     where state in ('SIGNED', 'SENT')`.execute(db);
  await sql`drop index payment_attempts_open`.execute(db);
  await sql`
    create index payment_attempts_open on payment_attempts (id) where state in ('SIGNED', 'SENT', 'REPLACED')`.execute(
    db,
  );
  await sql`create index payment_attempts_created_nonce_id on payment_attempts (created_nonce_id)`.execute(db);
  await sql`create index payment_attempts_nonce on payment_attempts (nonce_id, nonce_value)`.execute(db);
  await sql`alter table withdrawals add column cancel_reason text`.execute(db);
  await sql`grant select, insert, update on payment_nonces to bbux_app`.execute(db);
}
