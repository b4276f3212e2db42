import type { ChainTransaction } from "@bbux/chain";
import { PARAMETERS, withdrawalFeeRate } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { balanceSql, post, withdrawalHeld } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import type { Effects } from "../../platform/transactions/index.ts";
import { booksIdentity, isFenceOpen } from "../chain/index.ts";
import { type Forgotten, type Look, moved, noteIn } from "./forgotten.ts";

/** A transaction that the chain shows, and how it is looked at. */
interface Shown {
  readonly services: Pick<Services, "now" | "platformWallet" | "refundWithdrawal">;
  readonly transaction: ChainTransaction;
  readonly look: Look;
}

/** Why what a member has asked for since is given back, as they read it. */
export const PAID_BEFORE = "This amount was already paid by an earlier withdrawal";

/**
 * A withdrawal that was requested and paid since the backup: its payment's note says whose it is, and it is requested again in
 * these books.
 * @returns `later` when the member has less than that, and their deposits may still have to be found or booked, or what they have asked
 *   for since can't be given back yet; null when it isn't one, or when what they withdrew came from something else that was lost
 */
export async function asLostWithdrawal(
  trx: Transaction<DB>,
  effects: Effects,
  { services, transaction, look }: Shown,
): Promise<Forgotten | "later" | null> {
  const note = noteIn(services, transaction);
  const net = -moved(services, transaction);
  const payee = payeeOf(services, transaction, net);
  if (!note || payee === null || note.amount < net) return null;
  const { reference, userId, memberSince, amount } = note;
  const { rows } = await sql<{ balance: string; coming: string }>`
    select coalesce(${balanceSql("member", userId)}, 0)::text as balance, greatest(
             (select sum(d.amount) from waiting_deposits d where d.user_id = u.id and d.state = 'WAITING'),
             (select w.seen - w.booked from wallets w where w.user_id = u.id), 0)::text as coming
      from users u
     where id = ${userId} and date_trunc('milliseconds', created_at) = ${memberSince}
       and not exists (select from withdrawals where reference = ${reference})
       for key share`.execute(trx);
  const [member] = rows;
  if (!member) return null;
  const at = services.now();
  const lacks = amount - BigInt(member.balance);
  if (lacks > 0n && (lacks <= BigInt(member.coming) || !look.isLast)) return "later";
  const rates = await feeRatesOf(trx, amount, amount - net);
  if (!rates) return null;
  if (lacks > 0n) {
    const outcome = await giveBack(trx, effects, services, { userId, lacks, look, at });
    if (outcome !== "done") return outcome;
  }
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

/**
 * Gives back what a member has asked for since, the latest first, of which nothing is signed: it was theirs only because these books
 * have forgotten that it was paid out before. In the transaction that books that, so that it can't be spent in between.
 * @returns `later` when a nonce has to be used up first, or nothing may be given back yet; null when it wouldn't be enough
 */
async function giveBack(
  trx: Transaction<DB>,
  effects: Effects,
  { refundWithdrawal }: Pick<Services, "refundWithdrawal">,
  {
    userId,
    lacks,
    look,
    at,
  }: { readonly userId: string; readonly lacks: bigint; readonly look: Look; readonly at: Date },
): Promise<"done" | "later" | null> {
  await sql`
    select from withdrawals where user_id = ${userId} and state = 'REQUESTED' order by id for no key update`.execute(
    trx,
  );
  // Read under the lock, because a statement that waited for it wouldn't see what another worker has stored since.
  const { rows } = await sql<{ id: string; amount: string; reason: string | null; held: boolean }>`
    select id::text, amount::text, cancel_reason as reason, exists (
             select from payment_nonces n where n.withdrawal_id = w.id) as held
      from withdrawals w where user_id = ${userId} and state = 'REQUESTED' order by id desc`.execute(trx);
  const free = upTo(
    lacks,
    rows.filter(({ held }) => !held),
  );
  const isOpen = await isFenceOpen(trx);
  if (free) {
    if (!isOpen && !(look.isSettled && (await booksIdentity(trx)) === look.books)) return "later";
    for (const { id, reason } of free) await refundWithdrawal(trx, effects, id, reason ?? PAID_BEFORE, at);
    return "done";
  }
  const all = isOpen ? upTo(lacks, rows) : null;
  if (!all) return null;
  await sql`
    update withdrawals set cancel_reason = coalesce(cancel_reason, ${PAID_BEFORE}), updated_at = ${at}
     where id = any (${all.map(({ id }) => id)}::bigint[])`.execute(trx);
  return "later";
}

/** The first of these that come to this much; null if all of them don't. */
function upTo<Row extends { readonly amount: string }>(wanted: bigint, rows: readonly Row[]): readonly Row[] | null {
  let sum = 0n;
  for (const [at, { amount }] of rows.entries()) {
    sum += BigInt(amount);
    if (sum >= wanted) return rows.slice(0, at + 1);
  }
  return null;
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
