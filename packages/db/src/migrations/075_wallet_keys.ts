import { type Kysely, sql } from "kysely";

/**
 * The hot wallet and the authority of nonce accounts are keys of their own, each of which another can take over from. The first of both
 * is the platform's seed (docs/adr/0030).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createKeys(db);
  await createMoves(db);
  await nameKeys(db);
  await readEachWallet(db);
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table wallet_keys (
      id bigint primary key default nextval('ids'),
      purpose text not null check (purpose in ('hot', 'nonce')),
      version integer not null check (version > 1),
      address text not null unique,
      -- MOVING: SOL is on its way to it, and nothing new is paid. CLEARING: it pays, and payments of earlier ones end. HANDING_OVER:
      -- nonce accounts are being handed over to it. DONE: it has taken over.
      state text not null check (state in ('MOVING', 'CLEARING', 'HANDING_OVER', 'DONE')),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (purpose, version),
      check (state = 'DONE' or (state = 'HANDING_OVER') = (purpose = 'nonce'))
    )`.execute(db);
  await sql`create unique index wallet_keys_under_way on wallet_keys (purpose) where state <> 'DONE'`.execute(db);
  await sql`grant select, insert, update (state, updated_at) on wallet_keys to bbux_app`.execute(db);
  for (const [state, next] of [
    ["MOVING", "CLEARING"],
    ["CLEARING", "DONE"],
    ["HANDING_OVER", "DONE"],
  ]) {
    await sql`insert into state_transitions values ('wallet_keys', ${state}, ${next})`.execute(db);
  }
  await sql`
    create trigger wallet_keys_transition before update on wallet_keys
    for each row execute function require_transition('state')`.execute(db);
  await sql`
    create trigger wallet_keys_kept before delete on wallet_keys
    for each row execute function refuse_deletion()`.execute(db);
  await sql`
    create function follow_wallet_key() returns trigger language plpgsql as $$
    begin
      if new.version <> 1 + coalesce((select max(version) from wallet_keys where purpose = new.purpose), 1)
         or exists (select from wallets where address = new.address)
         or exists (select from chain_state where hot_address = new.address) then
        raise exception 'the % key % can''t be %', new.purpose, new.version, new.address using errcode = 'LG004';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger follows before insert on wallet_keys for each row execute function follow_wallet_key()`.execute(db);
}

/** What the keys' own transactions did: attempts that use up a nonce, and change nothing in the books but the network's fee. */
async function createMoves(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table key_moves (
      signature text primary key references payment_attempts (signature),
      -- hot: moved SOL. nonce: handed a nonce account over.
      purpose text not null check (purpose in ('hot', 'nonce')),
      from_version integer not null check (from_version > 0),
      to_version integer not null check (to_version > from_version),
      amount bigint not null check (amount >= 0 and (amount > 0) = (purpose = 'hot'))
    )`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on key_moves
    for each statement execute function transparency_refuse()`.execute(db);
  await sql`grant select, insert on key_moves to bbux_app`.execute(db);
}

/** Which keys sign a transaction, and which those are of a nonce that is held before anything is signed. */
async function nameKeys(db: Kysely<unknown>): Promise<void> {
  for (const table of ["payment_attempts", "payment_nonces"]) {
    await sql`
      alter table ${sql.table(table)}
        add column hot_version integer not null default 1 check (hot_version > 0),
        add column nonce_version integer not null default 1 check (nonce_version > 0)`.execute(db);
  }
  // The fence behind which the keys were last compared with the signer's.
  await sql`alter table chain_state add column keys_fence int not null default 0`.execute(db);
  await sql`update chain_state set keys_fence = fence`.execute(db);
}

/** How far the history of each hot wallet was read. */
async function readEachWallet(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table hot_wallet_reads (
      address text primary key,
      -- The newest of its transactions that is booked or known to be the platform's.
      signature text not null
    )`.execute(db);
  await sql`grant select, insert, update on hot_wallet_reads to bbux_app`.execute(db);
  await sql`
    insert into hot_wallet_reads select hot_address, hot_signature from chain_state
     where hot_address is not null and hot_signature is not null`.execute(db);
  await sql`alter table chain_state drop column hot_signature`.execute(db);
}
