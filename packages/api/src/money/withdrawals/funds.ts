import { FEE_PER_SIGNATURE } from "@bbux/chain";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { MoneySettings } from "../../platform/context/index.ts";
import { SUBJECT_ID, type Subject } from "./attempts.sql.ts";

/** The chain's minimum balance for an account that pays fees, in lamports. */
export const LEAST = 890_880n;
/** A move to the cold wallet goes down to this share of the ceiling, so that the next one isn't due a minute later. */
const [SHARE, WHOLE] = [80n, 100n];

/** What the hot wallet held at a finalized slot, in lamports. */
export interface Funds {
  readonly slot: bigint;
  readonly lamports: bigint;
}

/**
 * Returns the lamports of the hot wallet that nothing signed needs: its balance at the slot, less everything that is signed or
 * about to be and may still land, and what has landed since. Of the attempts of one subject only the dearest counts, because only one can land. Under the lock
 * of `chain_state`, two workers can't spend the same lamports.
 */
export async function unpromised(
  db: Database,
  { funds, without = null }: { readonly funds: Funds; readonly without?: Subject | null },
): Promise<bigint> {
  const leaves = sql`network_fee + case when withdrawal_id is null and cold_transfer_id is null then 0 else lamports end`;
  const { rows } = await sql<{ promised: string }>`
    select ((select coalesce(sum(leaves), 0) from (
               select max(${leaves}) as leaves from payment_attempts
                where state in ('SIGNED', 'SENT', 'REPLACED')
                group by ${SUBJECT_ID} having ${SUBJECT_ID} is distinct from ${without?.id ?? null}::bigint) as open)
          + (select coalesce(sum(w.net_amount + n.priority_fee + ${FEE_PER_SIGNATURE.toString()}::bigint), 0)
               from payment_nonces n join withdrawals w on w.id = n.withdrawal_id
              where w.state = 'REQUESTED' and w.id is distinct from ${without?.id ?? null}::bigint)
          + (select coalesce(sum(${leaves}), 0) from payment_attempts
              where state = 'FINALIZED' and slot > ${funds.slot.toString()}::bigint))::text as promised`.execute(db);
  return funds.lamports - BigInt(rows[0]?.promised ?? 0);
}

/** The most that one payment pays the network, in lamports: at most two sign it. */
export const feeAllowance = (money: Pick<MoneySettings, "maxPriorityFee">): bigint =>
  2n * FEE_PER_SIGNATURE + money.maxPriorityFee;

/**
 * Returns the lamports that withdrawals and sweeps will take from the hot wallet, network fees included, besides those that are signed
 * or about to be.
 */
export async function neededByWaiting(db: Database, money: Pick<MoneySettings, "maxPriorityFee">): Promise<bigint> {
  const { rows } = await sql<{ net: string; payments: number }>`
    select coalesce(sum(net), 0)::text as net, count(*)::int as payments from (
      select net_amount as net from withdrawals w where state = 'REQUESTED' and cancel_reason is null
         and not exists (select from payment_nonces n where n.withdrawal_id = w.id)
      union all
      select 0 from sweeps s where state = 'OPEN' and not exists (
        select from payment_attempts p where p.sweep_id = s.id and p.state in ('SIGNED', 'SENT'))) as waiting`.execute(
    db,
  );
  return BigInt(rows[0]?.net ?? 0) + BigInt(rows[0]?.payments ?? 0) * feeAllowance(money);
}

/** Returns the lamports that a move to the cold wallet leaves in the hot wallet. */
export async function keptFromCold(
  db: Database,
  money: Pick<MoneySettings, "maxPriorityFee" | "hotWalletFloor" | "hotWalletCeiling">,
): Promise<bigint> {
  const target = ((money.hotWalletCeiling ?? 0n) * SHARE) / WHOLE;
  const least = money.hotWalletFloor > LEAST ? money.hotWalletFloor : LEAST;
  return (target > least ? target : least) + (await neededByWaiting(db, money));
}
