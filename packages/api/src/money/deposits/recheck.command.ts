import { ChainError } from "@bbux/chain";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { type CreditNeeds, creditDeposit } from "./credit.command.ts";
import { broughtTo, retract, type Waiting } from "./waiting.command.ts";

type Needs = CreditNeeds & Pick<Services, "chain" | "databaseNow">;

/** How often a waiting deposit is looked at again. */
const AGAIN_MS = 10_000;
const BATCH_SIZE = 20;

/**
 * Looks again at deposits that wait for a second node: credits those that both show now, and retracts those that no node shows
 * any more. Those that wait for an admin stay, as long as the node shows them.
 */
export async function recheckWaiting(services: Needs): Promise<void> {
  for (const waiting of await takeDue(services)) {
    try {
      await recheck(services, waiting);
    } catch (error) {
      // A node that doesn't answer gets no more calls; a failure of one transaction doesn't hide the others.
      if (!(error instanceof ChainError)) throw error;
      if (error.code !== "REFUSED" && error.code !== "BEHIND") throw error;
    }
  }
}

async function takeDue({ db, databaseNow }: Needs): Promise<(Waiting & { slot: bigint })[]> {
  const at = await databaseNow();
  const { rows } = await sql<Waiting & { slot: string }>`
    update waiting_deposits w set checked_at = ${at} from (
      select id from waiting_deposits where state = 'WAITING' and checked_at <= ${new Date(at.getTime() - AGAIN_MS)}
       order by checked_at, id limit ${BATCH_SIZE} for no key update skip locked) as due
     where w.id = due.id
    returning w.id::text, w.user_id::text as "userId", w.address, w.signature, w.type, w.slot::text`.execute(db);
  return rows.map((row) => ({ ...row, slot: BigInt(row.slot) }));
}

async function recheck(services: Needs, waiting: Waiting & { slot: bigint }): Promise<void> {
  const transaction = await services.chain.transaction(waiting.signature);
  if (transaction && broughtTo(waiting.address, transaction) > 0n) {
    await creditDeposit(services, waiting, transaction, waiting.type);
    return;
  }
  // A node that is behind takes nothing back.
  const { slot } = await services.chain.finalizedHeight();
  if (slot >= waiting.slot) await retract(services, waiting);
}
