import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { type Agreement, type ArrivalNeeds, arrivalSubject, askAboutArrival, askWitness } from "../chain/index.ts";

/** Unclaimed SOL that is to be given to somebody. Amounts in lamports. */
export interface Unclaimed {
  readonly signature: string;
  readonly address: string;
  readonly amount: bigint;
  readonly slot: bigint;
  readonly reason: string;
}

/** Asks the witness whether unclaimed SOL arrived, from `witnessFrom` on (docs/adr/0021). */
export async function askAboutUnclaimed(services: ArrivalNeeds, item: Unclaimed): Promise<Agreement> {
  const { db, money } = services;
  if (item.amount < money.witnessFrom) return "agreed";
  if (item.reason === "cold_opening") return askAboutOpening(services, item);
  const { signature, slot, address, amount } = item;
  const change = amount + (await cameFromCold(db, signature));
  return askAboutArrival(services, { signature, slot, failed: false, changes: new Map([[address, change]]) }, address);
}

/** An opening balance came by transactions from before the platform looked, so the witness has to show what is still there of it. */
async function askAboutOpening(services: ArrivalNeeds, { signature, address }: Unclaimed): Promise<Agreement> {
  const { rows } = await sql<{ booked: string; slot: string }>`
    select booked::text, (select max(slot) from cold_movements m where m.address = c.address)::text as slot
      from cold_wallets c where address = ${address}`.execute(services.db);
  const [wallet] = rows;
  if (!wallet) return "waiting";
  const claim = {
    subject: arrivalSubject(signature, address),
    says: `${address} holds ${wallet.booked} base units at slot ${wallet.slot}`,
  };
  return askWitness(services, claim, async (node) => {
    const { lamports } = await node.balances([address], BigInt(wallet.slot));
    const shown = lamports[0] ?? 0n;
    return shown >= BigInt(wallet.booked) ? "agrees" : { says: `it holds ${shown}` };
  });
}

/** What the cold wallet sent to the hot wallet in the same transaction, which isn't part of the item. */
async function cameFromCold(db: Services["db"], signature: string): Promise<bigint> {
  const { rows } = await sql<{ came: string }>`
    select coalesce(-sum(amount + fee + deposit_amount), 0)::text as came from cold_movements
     where signature = ${signature} and kind in ('return', 'moved')`.execute(db);
  return BigInt(rows[0]?.came ?? "0");
}
