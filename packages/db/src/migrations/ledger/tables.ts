import { type Kysely, sql } from "kysely";

/**
 * An ordinary account stores its balance in its row. A hot account, one that almost every transfer touches, doesn't: its
 * balance is `ledger_snapshots` plus what is in `ledger_pending`, so that postings don't queue for one row
 * (docs/DECISIONS.md 1.12). Amounts are in base units; a credit is positive.
 */
export async function createLedgerTables(db: Kysely<unknown>): Promise<void> {
  // A hot account has a negative id, and no balance or version here. Checks are deliberately few, because PostgreSQL prepares
  // each again for every statement that writes the table: those on a new row are in the trigger `opened` (guards.ts), those
  // on a transfer's texts in `ledger_post` (functions.ts).
  await sql`
    create table ledger_accounts (
      id bigint primary key default nextval('ids'),
      kind text not null,
      owner text not null,
      balance bigint,
      version bigint,
      created_at timestamptz not null default now(),
      constraint ledger_accounts_not_overdrawn check (balance >= 0),
      constraint ledger_accounts_kind_owner unique (kind, owner)
    ) with (fillfactor = 70)
  `.execute(db);

  // A retry is recognized by its key, a second transfer for one cause by (kind, cause). (id, lines) exists for the entries'
  // foreign key.
  await sql`
    create table ledger_transfers (
      id bigint primary key default nextval('ids'),
      kind text not null,
      cause text not null,
      idempotency_key text not null,
      reason text not null,
      refs jsonb not null,
      lines smallint not null,
      created_at timestamptz not null default now(),
      constraint ledger_transfers_key unique (idempotency_key),
      constraint ledger_transfers_cause unique (kind, cause),
      constraint ledger_transfers_lines unique (id, lines)
    )
  `.execute(db);

  // A committed transfer has all its lines (checked at commit), lines are numbered 1 to `lines`, and that number is part of
  // the foreign key, so no line can be added later. account_id has no foreign key, because its check would lock the one row
  // of a hot account in every posting; the trigger that applies an entry rejects unknown accounts, and accounts are never
  // deleted.
  await sql`
    create table ledger_entries (
      transfer_id bigint not null,
      account_id bigint not null,
      amount bigint not null,
      balance_after bigint,
      version bigint,
      line smallint not null,
      lines smallint not null,
      primary key (transfer_id, line),
      constraint ledger_entries_transfer foreign key (transfer_id, lines) references ledger_transfers (id, lines),
      constraint ledger_entries_line check (line between 1 and lines and amount <> 0)
    )
  `.execute(db);
  await sql`
    create unique index ledger_entries_account_version on ledger_entries (account_id, version) where version is not null
  `.execute(db);

  // numeric, because many members' sum may exceed a bigint, and a roll-up must never fail on that.
  await sql`
    create table ledger_snapshots (
      account_id bigint primary key references ledger_accounts (id),
      may_overdraw boolean not null,
      balance numeric(38, 0) not null default 0,
      entries bigint not null default 0,
      rolled_up_at timestamptz not null default now(),
      constraint ledger_snapshots_not_overdrawn check (may_overdraw or balance >= 0)
    )
  `.execute(db);

  // What has been posted to hot accounts since the last roll-up. It's a queue, so vacuum it by row count, not by fraction.
  await sql`
    create table ledger_pending (
      account_id bigint not null,
      amount bigint not null
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)
  `.execute(db);

  await sql`
    with hot as (
      insert into ledger_accounts (id, kind, owner) values (-2, 'external', 'solana'), (-1, 'treasury', 'platform')
      returning id, kind
    )
    insert into ledger_snapshots (account_id, may_overdraw) select id, kind = 'external' from hot
  `.execute(db);

  await sql`
    create view ledger_balances as
    select a.id as account_id, a.kind, a.owner,
           coalesce(
             a.balance,
             (select s.balance + coalesce((select sum(p.amount) from ledger_pending p where p.account_id = a.id), 0)
                from ledger_snapshots s where s.account_id = a.id)
           )::numeric as balance
      from ledger_accounts a
  `.execute(db);
}
