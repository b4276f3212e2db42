import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { ACCOUNT_KINDS, type AccountKind, EXTERNAL_OWNER, TREASURY_OWNER } from "./kinds.ts";

/** What an account holds, in base units; 0 when nothing was ever posted to it. One round trip. */
export async function balanceOf(db: Database, kind: AccountKind, owner: string): Promise<bigint> {
  const { rows } = await sql<{ balance: string }>`
    select balance from ledger_balances where kind = ${kind} and owner = ${owner}
  `.execute(db);
  return BigInt(rows[0]?.balance ?? 0);
}

/** What the platform itself holds, pools not included. Base units. */
export function treasuryBalance(db: Database): Promise<bigint> {
  return balanceOf(db, "treasury", TREASURY_OWNER);
}

/** All BBUX there is: what was deposited less what was withdrawn, by everyone. Cheap, unlike {@link totals}. Base units. */
export async function supply(db: Database): Promise<bigint> {
  return -(await balanceOf(db, "external", EXTERNAL_OWNER));
}

/** The balances of all accounts of each kind, in base units. They sum to zero (DECISIONS, Money: Truth). Reads every account. */
export async function totals(db: Database): Promise<Record<AccountKind, bigint>> {
  const { rows } = await sql<{ kind: AccountKind; balance: string }>`
    select kind, sum(balance) as balance from ledger_balances group by kind
  `.execute(db);
  const byKind = new Map(rows.map((row) => [row.kind, BigInt(row.balance)]));
  const kinds = Object.keys(ACCOUNT_KINDS) as AccountKind[];
  return Object.fromEntries(kinds.map((kind) => [kind, byKind.get(kind) ?? 0n])) as Record<AccountKind, bigint>;
}

/**
 * Adds what was posted to the hot accounts since the last time to their snapshots, so that reading their balance stays
 * cheap. Exact whatever is in flight, and never waits for a posting. For a job, about once a minute.
 * @returns the number of entries rolled up
 */
export async function rollUp(db: Database): Promise<number> {
  const { rows } = await sql<{ entries: string }>`select ledger_roll_up() as entries`.execute(db);
  return Number(rows[0]?.entries ?? 0);
}
