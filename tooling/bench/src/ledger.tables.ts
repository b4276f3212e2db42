import { allowUnbacked, connect, type Database } from "@bbux/db";
import { type AccountKind, audit, rollUp } from "@bbux/ledger";
import { sql } from "kysely";

const FUNDS = 10n ** 15n;
const KINDS = ["member", "escrow", "hold"] satisfies AccountKind[];

/** Creates members, escrows, and holds, named 1 to `accounts`, with enough funds for every run, for ours and the bare tables alike. */
export async function prepare(url: string, accounts: number): Promise<void> {
  const owner = connect({ url, as: "owner", max: 1 });
  try {
    await sql`
      insert into ledger_transfer_kinds (kind, debits, credits) values ('seed', '{external}', array[${sql.join(KINDS)}])
      on conflict do nothing`.execute(owner);
    await allowUnbacked(owner, { kind: "seed", causes: "", reason: "a measurement" });
    await sql`
      select count(*) from generate_series(1, ${accounts}::int) as n, lateral ledger_post(
        'seed', n::text, 'seed:' || n, 'To begin with', '{}', array['external', ${sql.join(KINDS)}],
        array['solana', n::text, n::text, n::text], array[${-3n * FUNDS}, ${FUNDS}, ${FUNDS}, ${FUNDS}]::bigint[])
    `.execute(owner);
    await rollUp(owner);
    await createBare(owner, accounts);
    await sql`vacuum analyze`.execute(owner);
  } finally {
    await owner.destroy();
  }
}

/**
 * The ledger's tables with the columns and indexes that a posting writes and reads, but without their guards: no trigger, foreign
 * key, or check, and not the index that only a foreign key needs.
 */
async function createBare(owner: Database, accounts: number): Promise<void> {
  const statements = [
    "create schema bare",
    "create sequence bare.ids as bigint start 1001 cache 32",
    `create table bare.accounts (
       id bigint primary key default nextval('bare.ids'), kind text not null, owner text not null,
       balance bigint not null, version bigint not null, created_at timestamptz not null default now(),
       unique (kind, owner)
     ) with (fillfactor = 70)`,
    `create table bare.transfers (
       id bigint primary key default nextval('bare.ids'), kind text not null, cause text not null,
       idempotency_key text not null unique, reason text not null, refs jsonb not null, lines smallint not null,
       created_at timestamptz not null default now(), unique (kind, cause)
     )`,
    `create table bare.entries (
       transfer_id bigint not null, account_id bigint not null, amount bigint not null, balance_after bigint,
       version bigint, line smallint not null, lines smallint not null, primary key (transfer_id, line)
     )`,
    "create unique index on bare.entries (account_id, version) where version is not null",
    "create table bare.pending (account_id bigint not null, amount bigint not null)",
    `insert into bare.accounts (kind, owner, balance, version)
     select kind, n::text, ${FUNDS}, 1 from generate_series(1, ${accounts}) n, unnest(array['${KINDS.join("', '")}']) kind`,
    `insert into bare.accounts (id, kind, owner, balance, version)
     values (-1, 'treasury', 'platform', 0, 0), (-2, 'external', 'solana', 0, 0)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(owner);
}

/**
 * Neither a fast but wrong ledger nor a bare script that did less work is reported.
 * @throws Error that says what is wrong
 */
export async function checkBooks(url: string): Promise<void> {
  const owner = connect({ url, as: "owner", max: 1 });
  try {
    const { problems } = await audit(owner);
    if (problems.length > 0) throw new Error(`The books are wrong after the run: ${JSON.stringify(problems)}`);
    const { rows } = await sql<{ wrong: string; total: string }>`
      select (select count(*) from bare.transfers t
               where t.lines <> (select count(*) from bare.entries e where e.transfer_id = t.id)) as wrong,
             (select coalesce(sum(amount), 0) from bare.entries) as total
    `.execute(owner);
    if (rows[0]?.wrong !== "0" || rows[0].total !== "0") {
      throw new Error(`The bare scripts didn't write what they should: ${JSON.stringify(rows[0])}`);
    }
  } finally {
    await owner.destroy();
  }
}
