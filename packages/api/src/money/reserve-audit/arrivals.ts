import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { Asked } from "./patient.ts";

const PAGE = 1_000;
/** Pages of signatures read per address. */
const PAGES = 20;

export interface Arrivals {
  /** Sum of the unknown transactions, in lamports; negative when they took more out than they brought. */
  readonly sum: bigint;
  /** Whether one of those read took SOL out, which later arrivals don't excuse. */
  readonly tookSome: boolean;
  /** Block time of the oldest of them that doesn't wait for a second node or an admin. */
  readonly oldest: Date | null;
}

/**
 * Returns what an address's finalized transactions brought that isn't booked as a deposit, suspense, our own payment or
 * funding of the local chain. Reads newest first, until the difference is explained.
 */
export async function unbookedArrivals(
  { db, chain }: { readonly db: Database; readonly chain: Asked },
  address: string,
  wanted: bigint,
): Promise<Arrivals> {
  let sum = 0n;
  let tookSome = false;
  let oldest: Date | null = null;
  let before: string | undefined;
  for (let page = 0; page < PAGES && sum !== wanted; page++) {
    const list = await chain.signaturesOf(address, { before, limit: PAGE });
    const candidates = list.filter(({ failed }) => !failed).map(({ signature }) => signature);
    for (const { signature, waits } of await leaveOutBooked(db, address, candidates)) {
      const transaction = await chain.transaction(signature);
      const change = transaction?.changes.get(address) ?? 0n;
      sum += change;
      tookSome ||= change < 0n;
      if (!waits) oldest = transaction?.blockTime ?? oldest;
      if (sum === wanted) break;
    }
    before = list.at(-1)?.signature;
    if (before === undefined) break;
  }
  return { sum, tookSome, oldest };
}

async function leaveOutBooked(db: Database, address: string, signatures: readonly string[]) {
  const { rows } = await sql<{ signature: string; waits: boolean }>`
    select signature, exists (select from waiting_deposits w where w.signature = asked.signature
                                 and w.address = ${address} and w.state = 'WAITING') as waits from unnest(${signatures}::text[]) with ordinality as asked (signature, place)
     where not exists (select from deposits d where d.signature = asked.signature and d.address = ${address})
       and not exists (select from suspense_items i where i.signature = asked.signature and i.address = ${address})
       and not exists (select from payment_attempts p where p.signature = asked.signature)
       and not exists (select from cold_movements m where m.signature = asked.signature)
       and not exists (select from chain_fundings f where f.signature = asked.signature)
     order by place`.execute(db);
  return rows;
}
