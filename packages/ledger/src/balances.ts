import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { ACCOUNT_KINDS, type AccountKind, EXTERNAL_OWNER, TREASURY_OWNER } from "./kinds.ts";

/** Returns an account's balance in base units, 0 if nothing was ever posted to it. One round trip. */
export async function balanceOf(db: Database, kind: AccountKind, owner: string): Promise<bigint> {
  const { rows } = await sql<{ balance: string }>`
    select balance from ledger_balances where kind = ${kind} and owner = ${owner}
  `.execute(db);
  return BigInt(rows[0]?.balance ?? 0);
}

/** Returns what the platform itself holds, without pools, in base units. */
export function treasuryBalance(db: Database): Promise<bigint> {
  return balanceOf(db, "treasury", TREASURY_OWNER);
}

/** Returns all BBUX in existence (deposits minus withdrawals) in base units. Cheap, unlike {@link totals}. */
export async function supply(db: Database): Promise<bigint> {
  return -(await balanceOf(db, "external", EXTERNAL_OWNER));
}

/** Returns the total balance of each kind of account, in base units. They sum to zero (docs/DECISIONS.md 1). Reads every account. */
export async function totals(db: Database): Promise<Record<AccountKind, bigint>> {
  const { rows } = await sql<{ kind: AccountKind; balance: string }>`
    select kind, sum(balance) as balance from ledger_balances group by kind
  `.execute(db);
  const byKind = new Map(rows.map((row) => [row.kind, BigInt(row.balance)]));
  const kinds = Object.keys(ACCOUNT_KINDS) as AccountKind[];
  return Object.fromEntries(kinds.map((kind) => [kind, byKind.get(kind) ?? 0n])) as Record<AccountKind, bigint>;
}

/**
 * Adds recent postings of the hot accounts to their snapshots, so that reading their balances stays
 * cheap. It is exact whatever is in flight and never waits for a posting. Meant for a job that runs about once a minute.
 * @returns how many entries were rolled up
 */
export async function rollUp(db: Database): Promise<number> {
  const { rows } = await sql<{ entries: string }>`select ledger_roll_up() as entries`.execute(db);
  return Number(rows[0]?.entries ?? 0);
}
