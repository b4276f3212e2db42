import type { ChainTransaction } from "@bbux/chain";
import { PARAMETERS, withdrawalFeeRate } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { balanceSql, post, withdrawalHeld } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { type Forgotten, moved, noteIn } from "./forgotten.ts";

/**
 * A withdrawal that was requested and paid since the backup: its payment's note says whose it is, and it is requested again in
 * these books.
 * @returns `later` when the member has less than that, and their deposits may still have to be found; null when it isn't one, or when
 *   what they withdrew came from something else that was lost
 */
export async function asLostWithdrawal(
  trx: Transaction<DB>,
  services: Pick<Services, "now" | "platformWallet">,
  transaction: ChainTransaction,
  isLastLook: boolean,
): Promise<Forgotten | "later" | null> {
  const note = noteIn(services, transaction);
  const net = -moved(services, transaction);
  const payee = payeeOf(services, transaction, net);
  if (!note || payee === null || note.amount < net) return null;
  const { reference, userId, memberSince, amount } = note;
  const { rows } = await sql<{ enough: boolean; comes: boolean }>`
    select coalesce(${balanceSql("member", userId)}, 0) >= ${amount.toString()}::bigint as enough,
           coalesce(${balanceSql("member", userId)}, 0) + (
             select coalesce(sum(d.amount), 0) from waiting_deposits d where d.user_id = u.id and d.state = 'WAITING')
             >= ${amount.toString()}::bigint as comes
      from users u
     where id = ${userId} and date_trunc('milliseconds', created_at) = ${memberSince}
       and not exists (select from withdrawals where reference = ${reference})
       for key share`.execute(trx);
  const [member] = rows;
  if (!member) return null;
  if (!member.enough) return member.comes || !isLastLook ? "later" : null;
  const rates = await feeRatesOf(trx, amount, amount - net);
  if (!rates) return null;
  const at = services.now();
  const { id } = await trx
    .insertInto("withdrawals")
    .values({
      user_id: userId,
      reference,
      amount: amount.toString(),
      fee: (amount - net).toString(),
      net_amount: net.toString(),
      destination: payee,
      state: "SIGNED",
      created_at: transaction.blockTime ?? at,
      updated_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const refs = { withdrawal: id, member: userId };
  await withFeeStated(trx, rates, () =>
    post(trx, withdrawalHeld({ hold: id, member: userId, amount, cause: id, refs })),
  );
  return { column: "withdrawal_id", id, lamports: net, cost: transaction.fee };
}

/** Rates in basis points; null in a log without fees, which isn't checked for them. */
interface FeeRates {
  readonly stated: bigint | null;
  /** What the payment took. */
  readonly taken: bigint | null;
}

/** @returns null if no rate that may be in force takes this fee */
async function feeRatesOf(trx: Transaction<DB>, amount: bigint, fee: bigint): Promise<FeeRates | null> {
  // Until the end of the transaction, nothing else takes a fee or states one.
  await sql`select pg_advisory_xact_lock(hashtextextended('fees', 0))`.execute(trx);
  const { rows } = await sql<{ rate: string }>`
    select value::text as rate from fees_stated where name = 'withdrawalFee'`.execute(trx);
  if (!rows[0]) return { stated: null, taken: null };
  const stated = BigInt(rows[0].rate);
  const taken = withdrawalFeeRate(amount, fee, stated);
  return taken === null || taken > PARAMETERS.withdrawalFee.max ? null : { stated, taken };
}

/**
 * Posts a hold whose fee was in force in the lost books. If these state another, the log states that one before and the own one after,
 * so that anyone who checks the log finds the fee that was in force when it began (docs/adr/0020).
 */
async function withFeeStated(
  trx: Transaction<DB>,
  { stated, taken }: FeeRates,
  hold: () => Promise<unknown>,
): Promise<void> {
  const state = (rate: bigint) => sql`select state_fee('withdrawalFee', ${rate.toString()})`.execute(trx);
  const differs = stated !== null && taken !== null && stated !== taken;
  if (differs) await state(taken);
  await hold();
  if (differs) await state(stated);
}

/** The only address that received exactly this; null if there is none. */
export function payeeOf(
  { platformWallet }: Pick<Services, "platformWallet">,
  { changes }: ChainTransaction,
  lamports: bigint,
): string | null {
  if (lamports <= 0n) return null;
  const payees = [...changes].filter(([address, change]) => address !== platformWallet.address && change === lamports);
  return payees.length === 1 ? (payees[0]?.[0] ?? null) : null;
}
