import { type Kysely, sql } from "kysely";

/** Deposits from the chain and payments to it. Amounts are in lamports, which equal base units. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createWallets(db);
  await createDeposits(db);
  await createWithdrawals(db);
  await createState(db);
}

async function createWallets(db: Kysely<unknown>): Promise<void> {
  // One per member, created with the member no matter who inserts them, so that every deposit address is watched.
  // `booked` is what came to the address according to the books, less what was swept; `seen` is what the chain last reported.
  await sql`
    create table wallets (
      user_id bigint primary key references users,
      address text not null unique,
      booked bigint not null default 0 check (booked >= 0),
      seen bigint not null default 0 check (seen >= 0),
      seen_slot bigint not null default 0,
      seen_at timestamptz,
      watch_until timestamptz,
      withdrawal_address text
    )`.execute(db);
  await sql`insert into wallets (user_id, address) select id, solana_address from users`.execute(db);
  await sql`create index wallets_unbooked on wallets (user_id) where seen <> booked`.execute(db);
  await sql`create index wallets_funded on wallets (booked) where booked > 0`.execute(db);
  await sql`create index wallets_watched on wallets (watch_until) where watch_until is not null`.execute(db);
  await sql`
    create function open_wallet() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      insert into public.wallets (user_id, address) values (new.id, new.solana_address);
      return null;
    end $$
  `.execute(db);
  await sql`create trigger open_wallet after insert on users for each row execute function open_wallet()`.execute(db);
  await sql`grant select, update on wallets to bbux_app`.execute(db);
}

async function createDeposits(db: Kysely<unknown>): Promise<void> {
  // A signature is credited at most once per address.
  await sql`
    create table deposits (
      id bigint primary key default nextval('ids'),
      user_id bigint not null references users,
      address text not null,
      signature text not null,
      amount bigint not null check (amount > 0),
      type text not null check (type in ('direct_deposit', 'manual_deposit')),
      slot bigint not null,
      block_time timestamptz,
      above_limit boolean not null,
      transfer_id bigint not null unique references ledger_transfers,
      created_at timestamptz not null,
      constraint deposits_once unique (signature, address)
    )`.execute(db);
  await sql`create index deposits_user on deposits (user_id, id)`.execute(db);
  await sql`create index deposits_above_limit on deposits (id) where above_limit`.execute(db);

  // What a member has announced. It moves no money.
  await sql`
    create table deposit_requests (
      id bigint primary key default nextval('ids'),
      user_id bigint not null references users,
      type text not null check (type in ('direct_deposit', 'manual_deposit')),
      amount bigint not null check (amount > 0),
      signature text,
      status text not null default 'pending' check (status in ('pending', 'completed', 'failed')),
      relayed boolean not null default false,
      deposit_id bigint unique references deposits,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check ((status = 'completed') = (deposit_id is not null))
    )`.execute(db);
  await sql`create unique index deposit_requests_signature on deposit_requests (user_id, signature) where signature is not null`.execute(
    db,
  );
  await sql`create index deposit_requests_user on deposit_requests (user_id, id)`.execute(db);
  await sql`create index deposit_requests_open on deposit_requests (expires_at) where status = 'pending'`.execute(db);

  await sql`
    create table suspense_items (
      id bigint primary key default nextval('ids'),
      signature text not null,
      address text not null,
      amount bigint not null check (amount > 0),
      slot bigint not null,
      reason text not null check (reason in ('unknown_sender', 'closed_account')),
      resolution text,
      resolved_at timestamptz,
      created_at timestamptz not null default now(),
      constraint suspense_items_once unique (signature, address)
    )`.execute(db);
  await sql`create index suspense_items_open on suspense_items (id) where resolved_at is null`.execute(db);
  await sql`grant select, insert on deposits to bbux_app`.execute(db);
  await sql`grant select, insert, update on deposit_requests, suspense_items to bbux_app`.execute(db);
}

async function createWithdrawals(db: Kysely<unknown>): Promise<void> {
  // REQUESTED: held. SIGNED, SENT: there is an open attempt. FINALIZED and REFUNDED are the two ends (docs/FAULTS.md).
  await sql`
    create table withdrawals (
      id bigint primary key default nextval('ids'),
      user_id bigint not null references users,
      amount bigint not null check (amount > 0),
      fee bigint not null check (fee >= 0),
      net_amount bigint not null check (net_amount > 0),
      destination text not null,
      state text not null default 'REQUESTED' check (state in ('REQUESTED', 'SIGNED', 'SENT', 'FINALIZED', 'REFUNDED')),
      failure text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (amount = fee + net_amount)
    )`.execute(db);
  await sql`create index withdrawals_user on withdrawals (user_id, id)`.execute(db);
  await sql`create index withdrawals_open on withdrawals (id) where state in ('REQUESTED', 'SIGNED', 'SENT')`.execute(
    db,
  );

  await sql`
    create table sweeps (
      id bigint primary key default nextval('ids'),
      user_id bigint not null references users,
      address text not null,
      amount bigint not null check (amount > 0),
      state text not null default 'OPEN' check (state in ('OPEN', 'DONE', 'GIVEN_UP')),
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create unique index sweeps_open on sweeps (user_id) where state = 'OPEN'`.execute(db);

  // Every transaction the platform has signed. The bytes are stored before they are sent (docs/adr/0010); each withdrawal or
  // sweep has at most one open one, whatever workers do.
  await sql`
    create table payment_attempts (
      id bigint primary key default nextval('ids'),
      withdrawal_id bigint references withdrawals,
      sweep_id bigint references sweeps,
      signature text not null unique,
      bytes bytea not null,
      last_valid_block_height bigint not null,
      lamports bigint not null check (lamports > 0),
      network_fee bigint not null check (network_fee > 0),
      state text not null default 'SIGNED' check (state in ('SIGNED', 'SENT', 'FINALIZED', 'FAILED', 'EXPIRED')),
      sent_at timestamptz,
      missing_since timestamptz,
      slot bigint,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check ((withdrawal_id is null) <> (sweep_id is null))
    )`.execute(db);
  for (const subject of ["withdrawal_id", "sweep_id"]) {
    const column = sql.ref(subject);
    await sql`
      create unique index ${sql.id(`payment_attempts_open_${subject}`)} on payment_attempts (${column})
      where state in ('SIGNED', 'SENT')
    `.execute(db);
    // At most one can land.
    await sql`
      create unique index ${sql.id(`payment_attempts_landed_${subject}`)} on payment_attempts (${column})
      where state = 'FINALIZED'
    `.execute(db);
    await sql`create index ${sql.id(`payment_attempts_${subject}`)} on payment_attempts (${column}, id)`.execute(db);
  }
  await sql`grant select, insert, update on withdrawals, sweeps, payment_attempts to bbux_app`.execute(db);
}

async function createState(db: Kysely<unknown>): Promise<void> {
  // One row: which chain these books belong to, how far the hot wallet has been read, and whether payments are paused.
  await sql`
    create table chain_state (
      one boolean primary key default true check (one),
      genesis_hash text,
      hot_address text,
      hot_signature text,
      hot_lamports bigint not null default 0,
      hot_slot bigint not null default 0,
      hot_seen_at timestamptz,
      rounds_done bigint not null default 0,
      round_finished_at timestamptz,
      withdrawals_stopped_at timestamptz,
      withdrawals_stopped_because text
    )`.execute(db);
  await sql`insert into chain_state default values`.execute(db);

  // SOL the platform funded itself: the backing of the demo community on the local chain, and the operator's float.
  await sql`
    create table chain_fundings (
      signature text primary key,
      purpose text not null check (purpose in ('demo', 'float')),
      amount bigint not null check (amount > 0),
      created_at timestamptz not null default now()
    )`.execute(db);

  // Short leases that are renewed, so that one process watches and another takes over if it dies.
  await sql`
    create table leases (
      name text primary key,
      holder text not null,
      expires_at timestamptz not null
    )`.execute(db);

  // Alerts for operators. One open row per subject.
  await sql`
    create table alerts (
      id bigint primary key default nextval('ids'),
      kind text not null,
      subject text not null,
      detail text not null,
      created_at timestamptz not null,
      seen_at timestamptz not null,
      closed_at timestamptz
    )`.execute(db);
  await sql`create unique index alerts_open on alerts (kind, subject) where closed_at is null`.execute(db);

  // Reserves against liabilities; a new row whenever the comparison differs from the previous row.
  await sql`
    create table reserve_reports (
      id bigint primary key default nextval('ids'),
      report jsonb not null,
      checked_at timestamptz not null
    )`.execute(db);
  await sql`create index reserve_reports_time on reserve_reports (checked_at)`.execute(db);
  await sql`grant select, update on chain_state to bbux_app`.execute(db);
  await sql`grant select, insert on chain_fundings to bbux_app`.execute(db);
  await sql`grant select, insert, update, delete on leases, alerts, reserve_reports to bbux_app`.execute(db);
}
