import type { Database } from "@bbux/db";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";

/** The tables that seeds write. Any other refuses, because it wouldn't be put back. */
const WRITTEN = [
  ...[
    "alerts",
    "audit_log",
    "chain_fundings",
    "chain_state",
    "chat_rooms",
    "checkpoint_anchors",
    "cold_transfers",
    "cold_wallets",
    "deposit_requests",
    "deposits",
    "hot_wallet_reads",
  ],
  ...["fees_stated", "ledger_accounts", "ledger_entries", "ledger_pending", "ledger_snapshots", "ledger_totals"],
  ...["ledger_transfers", "notifications", "payment_attempts", "payment_nonces", "payout_minutes", "payouts"],
  ...[
    "platform_counts",
    "cold_movements",
    "reserve_corrections",
    "reserve_reports",
    "security_events",
    "suspense_items",
    "sweeps",
    "transparency_pending",
    "unknown_anchors",
    "users",
  ],
  ...["waiting_deposits", "wallet_changes", "wallet_totals", "wallets", "withdrawals"],
];

/** All rows of these tables and all sequences, as JSON text. */
export type Contents = string;

/** A database whose contents are replaced as a whole, which takes a fraction of the time of making another one. */
export interface Books extends Pick<TestDatabase, "db" | "ownerDb" | "drop"> {
  read(): Promise<Contents>;
  /** Like a dump that is read in: the books find out that they may not be the newest. */
  write(contents: Contents): Promise<void>;
  /** Frees the space of rows that were replaced, because the servers of tests don't do it on their own. */
  tidy(): Promise<void>;
}

/** A database for seeds, which write a part of the tables. */
export async function createBooks(): Promise<Books> {
  const database = await createTestDatabase({ max: 8 });
  await sql`delete from ledger_waivers`.execute(database.ownerDb);
  return replaceable(database, WRITTEN);
}

/** Makes the contents of a database replaceable. @param written the only tables that may be written; all if it isn't given */
export async function replaceable(database: TestDatabase, written?: readonly string[]): Promise<Books> {
  const { ownerDb } = database;
  const all = await tablesOf(ownerDb);
  const tables = written ? written.map((name) => named(all, name)) : all;
  await createFunctions(ownerDb, tables);
  await freeze(
    ownerDb,
    all.filter((table) => !tables.includes(table)).map(({ name }) => name),
  );
  return {
    ...database,
    async read() {
      const { rows } = await sql<{ contents: string }>`select seeds_read() as contents`.execute(ownerDb);
      return rows[0]?.contents ?? "";
    },
    async write(contents) {
      await sql`select seeds_write(${contents}::text::jsonb)`.execute(ownerDb);
    },
    async tidy() {
      await sql`vacuum ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(ownerDb);
    },
  };
}

interface Table {
  readonly name: string;
  /** Those that can be written, for SQL. */
  readonly columns: string;
}

function named(all: readonly Table[], name: string): Table {
  const found = all.find((table) => table.name === name);
  if (!found) throw new Error(`there is no table ${name}`);
  return found;
}

async function createFunctions(owner: Database, tables: readonly Table[]): Promise<void> {
  const { rows: sequences } = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = 'public'`.execute(owner);
  // A connection that keeps numbers would go on with them after the sequence was put back.
  for (const { name } of sequences) await sql`alter sequence ${sql.id(name)} cache 1`.execute(owner);
  const rowsOf = tables.map(({ name }) => `('${name}', (select jsonb_agg(to_jsonb(t)) from public.${name} t))`);
  await sql`
    create function seeds_read() returns text language plpgsql as ${sql.lit(`
    begin
      return jsonb_build_object(
        'tables', (select jsonb_object_agg(name, rows) from (values ${rowsOf.join(",\n")}) as t (name, rows) where rows is not null),
        'sequences', (select jsonb_object_agg(sequencename, last_value) from pg_sequences where schemaname = 'public'))::text;
    end`)}`.execute(owner);
  const replaced = tables.map(
    ({ name, columns }) => `
      ${name === "chain_state" ? "truncate" : "delete from"} public.${name};
      if contents->'tables' ? '${name}' then
        insert into public.${name} (${columns}) overriding system value
        select ${columns} from jsonb_populate_recordset(null::public.${name}, contents->'tables'->'${name}');
      end if;`,
  );
  await sql`
    create function seeds_write(contents jsonb) returns void language plpgsql as ${sql.lit(`
    begin
      -- What was allowed then is put back without asking again.
      perform set_config('session_replication_role', 'replica', true);
      ${replaced.join("")}
      perform setval(('public.' || quote_ident(s.sequencename))::regclass, coalesce((contents->'sequences'->>s.sequencename)::bigint, s.start_value),
                     contents->'sequences'->>s.sequencename is not null)
         from pg_sequences s where s.schemaname = 'public';
    end`)}`.execute(owner);
}

/** Has tables refuse every change. */
async function freeze(owner: Database, tables: readonly string[]): Promise<void> {
  await sql`
    create function seeds_refuse() returns trigger language plpgsql as ${sql.lit(`
    begin
      raise exception 'seeds don''t put back %: add it to WRITTEN', tg_table_name using errcode = 'XX000';
    end`)}`.execute(owner);
  for (const name of tables) {
    await sql`
      create trigger seeds_frozen before insert or update or delete or truncate on ${sql.table(name)}
        execute function seeds_refuse()`.execute(owner);
  }
}

async function tablesOf(owner: Database): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select quote_ident(c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and c.relname not like 'kysely_%'
     group by c.relname order by c.relname`.execute(owner);
  return rows;
}
