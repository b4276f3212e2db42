import { randomUUID } from "node:crypto";
import type { Database } from "@bbux/db";
import { type RawBuilder, sql } from "kysely";

/** A refusal by `ledger_require_backing`. */
export const UNBACKED = { code: "LG005" };

/** Base units by account, as `kind:owner`. */
export type Legs = Readonly<Record<string, bigint>>;

/** Of each kind that moves BBUX within the books, one that nothing backs. */
export const UNFOUNDED: readonly (readonly [kind: string, legs: Legs])[] = [
  ["suspense_assigned", { "suspense:4242": -5n, "member:4242": 5n }],
  ["float_recorded", { "suspense:4242": -5n, "equity:operator": 5n }],
  ["withdrawal_held", { "member:4242": -5n, "hold:4242": 5n }],
  ["network_fee_reserved", { "equity:operator": -5n, "hold:4242": 5n }],
  ["network_fee_released", { "hold:4242": -5n, "equity:operator": 5n }],
  ["bounty_placed", { "member:4242": -5n, "escrow:4242": 5n }],
  ["bounty_paid", { "escrow:4242": -5n, "member:4242": 5n }],
  ["bounty_returned", { "escrow:4242": -5n, "member:4242": 5n }],
  ["balance_forfeited", { "member:4242": -5n, "treasury:platform": 5n }],
  ["treasury_allotted", { "treasury:platform": -5n, "pool:other": 5n }],
  ["stake_added", { "member:4242": -5n, "stake:4242": 5n }],
  ["stake_removed", { "stake:4242": -5n, "member:4242": 5n }],
  ["rewards_paid", { "pool:other": -5n, "member:4242": 5n }],
  ["pool_returned", { "pool:other": -5n, "treasury:platform": 5n }],
];

export interface Posting {
  readonly kind: string;
  readonly cause: string;
  readonly legs: Legs;
}

/** Calls the ledger's function with what the product's code wouldn't, each time as another attempt. */
export async function postRaw(trx: Database, { kind, cause, legs }: Posting): Promise<void> {
  const accounts = Object.keys(legs).map((name) => name.split(":"));
  await sql`
    select ledger_post(${kind}, ${cause}, ${randomUUID()}, 'none', '{}', ${accounts.map(([of]) => of)}::text[],
      ${accounts.map(([, of]) => of)}::text[], ${Object.values(legs).map(String)}::bigint[])`.execute(trx);
}

/** The same in a transaction of its own, after the rows that it writes. */
export function sendAs(db: Database, posting: Posting, ...rows: readonly RawBuilder<unknown>[]): Promise<void> {
  return db.transaction().execute(async (trx) => {
    for (const row of rows) await row.execute(trx);
    await postRaw(trx, posting);
  });
}
