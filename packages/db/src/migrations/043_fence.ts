import { type Kysely, sql } from "kysely";

/**
 * Books know when they may not be the newest: they remember the database server that they were on. Whenever it is another one, or was
 * restarted, nothing is paid before everything signed by then has landed or can't land any more, and its history is read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A promoted replica has another timeline, a dump read in has another file, and files put back need a restart.
  await sql`
    create function books_identity() returns text language sql security definer set search_path = pg_catalog as $$
      select concat_ws('/',
        (select system_identifier from pg_control_system()),
        left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
        (select oid from pg_database where datname = current_database()),
        pg_relation_filenode('public.chain_state'),
        extract(epoch from pg_postmaster_start_time()))
    $$`.execute(db);
  await sql`
    alter table chain_state
      add column fence int not null default 0,
      -- The server that the fence is about, as books_identity() names it.
      add column fence_identity text,
      -- Whether everything signed before the fence is known.
      add column fence_open boolean not null default false,
      add column fence_since timestamptz,
      -- Rounds over all addresses that were done when it began.
      add column fence_rounds bigint not null default 0`.execute(db);
  // The fence behind which an account was created or renewed: what was signed before names an older value.
  await sql`alter table payment_nonces add column fence int not null default 0`.execute(db);
  // The fence behind which it was signed.
  await sql`alter table payment_attempts add column fence int not null default 0`.execute(db);
  // An id may be given out again by restored books. This is named on chain, so a forgotten payment is never taken for another.
  await sql`alter table withdrawals add column reference uuid not null unique default gen_random_uuid()`.execute(db);
  // Ids that the lost books may have given out aren't given out again: deposit addresses derive from them. Not from nextval(), which
  // may return an id that this connection has kept from before an earlier skip.
  await sql`
    create function skip_ids(count int) returns void language sql security definer set search_path = pg_catalog as $$
      select setval('public.ids', last_value + least(greatest(count, 0), 10000000)) from public.ids
    $$`.execute(db);
  await sql`grant execute on function books_identity(), skip_ids(int) to bbux_app`.execute(db);
  await sql`revoke execute on function skip_ids(int) from public`.execute(db);
}
