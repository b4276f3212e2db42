import type { ChainTransaction } from "@bbux/chain";
import { type DepositWait, formatAmount, type Trace, WALLET } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { deposit } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import { notify } from "../../people/notifications/index.ts";
import type { Services } from "../../platform/context/index.ts";
import { noteTraces } from "../../platform/traces/index.ts";
import { type Effects, withEffects } from "../../platform/transactions/index.ts";
import { raiseAlert } from "../chain/index.ts";
import { bookAtAddress, bookColdMovements, keepSuspense } from "../hot-wallet/index.ts";
import type { DepositAddress, DepositType } from "./deposit.types.ts";
import { broughtTo, endWait, keepWaiting, type WaitNeeds, whyWait } from "./waiting.command.ts";

/** What crediting a deposit needs, and asking a second node about it. */
export type CreditNeeds = Pick<Services, "db" | "now" | "databaseNow" | "failpoint" | "signals" | "platformWallet"> &
  WaitNeeds;

export interface CreditedDeposit {
  readonly id: string;
  /** Base units. */
  readonly amount: bigint;
}

/**
 * Credits a member with the net change that a finalized transaction made to their deposit address, regardless of any
 * claim, and once per signature and address, whichever caller is first (docs/DECISIONS.md 1.9). Amounts below the
 * minimum are credited too; those above the maximum are flagged. At the address of a closed account it becomes
 * suspense. A large one waits until the witness or an admin agrees (docs/adr/0021).
 * @param as direct when the member announced it
 * @returns the credit, new or existing; what it waits for; null when the transaction brought the address nothing, or it has no
 * member
 */
export async function creditDeposit(
  services: CreditNeeds,
  wallet: DepositAddress,
  transaction: ChainTransaction,
  as: DepositType | null = null,
): Promise<CreditedDeposit | { readonly waitsFor: DepositWait } | null> {
  const { address } = wallet;
  if (broughtTo(address, transaction) === 0n) return null;
  // What the operator sends from the cold wallet is no deposit, wherever it arrives.
  if (await isFromColdWallet(services.db, transaction)) {
    await bookColdMovements(services, transaction);
    return null;
  }
  await services.failpoint("deposit.found");
  const waitsFor = await whyWait(services, address, transaction);
  if (waitsFor === null) return bookDeposit(services, wallet, transaction, { as });
  if (await keepWaiting(services, wallet, transaction, { reason: waitsFor, as })) return { waitsFor };
  return creditOf(services.db, transaction.signature, address);
}

async function isFromColdWallet(db: Services["db"], { signers, changes, slot }: ChainTransaction): Promise<boolean> {
  const { rows } = await sql<{ address: string }>`
    select address from cold_wallets
     where address = any (${signers}::text[]) and since_slot < ${slot.toString()}::bigint`.execute(db);
  return rows.some(({ address }) => (changes.get(address) ?? 0n) < 0n);
}

/**
 * Books a deposit that may be credited.
 * @param how.first runs under the member's lock, before anything is booked, and says whether anything is to be
 * @returns as {@link creditDeposit}
 */
export async function bookDeposit(
  services: Pick<Services, "db" | "now" | "failpoint" | "signals">,
  { userId, address }: DepositAddress,
  transaction: ChainTransaction,
  { as, first }: { readonly as: DepositType | null; readonly first?: (trx: Transaction<DB>) => Promise<boolean> },
): Promise<CreditedDeposit | null> {
  const amount = broughtTo(address, transaction);
  const aboveLimit = amount > WALLET.deposit.max;
  const done = await withEffects(services, async (trx, effects) => {
    // Crediting and closing the account wait for each other.
    const member = await sql<{ gone: boolean }>`
      select deleted_at is not null as gone from users where id = ${userId} for key share`.execute(trx);
    await sql`select from wallets where user_id = ${userId} for no key update`.execute(trx);
    if (first && !(await first(trx))) return { credit: null, unclaimed: false };
    await endWait(trx, { signature: transaction.signature, address }, services.now());
    const earlier = await creditOf(trx, transaction.signature, address);
    if (earlier) return { credit: earlier, unclaimed: false };
    const claims = { services, trx, effects, userId, address, amount, transaction };
    if (member.rows[0]?.gone !== false) return { credit: null, unclaimed: await keepUnclaimed(claims) };
    return { credit: await credit({ ...claims, as, aboveLimit }), unclaimed: false };
  });
  if (done.credit) await services.failpoint("deposit.credited");
  if (done.credit && aboveLimit) {
    await raiseAlert(services, { kind: "large_deposit", subject: done.credit.id, detail: `${amount} base units` });
  }
  if (done.unclaimed && amount >= WALLET.deposit.min) {
    const detail = `${amount} base units at the address of a closed account`;
    await raiseAlert(services, { kind: "unclaimed_deposit", subject: transaction.signature, detail });
  }
  return done.credit;
}

/** Returns what was credited for a signature at an address. */
export async function creditOf(
  db: Services["db"],
  signature: string,
  address: string,
): Promise<CreditedDeposit | null> {
  const row = await db
    .selectFrom("deposits")
    .select(["id", "amount"])
    .where("signature", "=", signature)
    .where("address", "=", address)
    .executeTakeFirst();
  return row ? { id: row.id, amount: BigInt(row.amount) } : null;
}

interface Arrival {
  readonly services: Pick<Services, "now" | "failpoint">;
  readonly trx: Transaction<DB>;
  readonly effects: Effects;
  readonly userId: string;
  readonly address: string;
  readonly amount: bigint;
  readonly transaction: ChainTransaction;
}

async function credit(arrival: Arrival & { as: DepositType | null; aboveLimit: boolean }): Promise<CreditedDeposit> {
  const { services, trx, effects, userId, address, amount, transaction, as, aboveLimit } = arrival;
  const { signature, slot, blockTime } = transaction;
  const at = services.now();
  const request = await requestFor(trx, userId, signature, amount);
  const type = as ?? request?.type ?? "manual_deposit";
  const { transferId } = await deposit(trx, {
    member: userId,
    amount,
    cause: `${signature}:${address}`,
    refs: { signature, address, member: userId },
  });
  const { id } = await trx
    .insertInto("deposits")
    .values({
      user_id: userId,
      address,
      signature,
      amount: amount.toString(),
      type,
      slot: slot.toString(),
      block_time: blockTime,
      above_limit: aboveLimit,
      transfer_id: transferId,
      created_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await bookAtAddress(trx, { address, amount }, slot);
  // Anyone can pay the announced amount to an address, so only a payment whose signature the member gave ties them.
  if (as !== null || request?.named) await noteTraces(trx, userId, payersOf(transaction), at);
  // An expired request stays failed; a late payment is a separate row.
  if (request?.open) {
    await trx
      .updateTable("deposit_requests")
      .set({ status: "completed", deposit_id: id, signature, updated_at: at })
      .where("id", "=", request.id)
      .execute();
  }
  await notify(trx, effects, {
    to: [userId],
    kind: "deposit",
    bundle: `deposit:${id}`,
    level: 1,
    url: "/wallet",
    at,
    data: { amount: formatAmount(amount), direct: type === "direct_deposit" },
  });
  await services.failpoint("deposit.uncommitted");
  return { id, amount };
}

/** The accounts that signed a payment and had less after it. */
function payersOf({ signers, changes }: ChainTransaction): Trace[] {
  const paid = signers.filter((signer) => (changes.get(signer) ?? 0n) < 0n);
  return paid.map((value) => ({ kind: "wallet", value }));
}

interface Request {
  readonly id: string;
  readonly type: DepositType;
  readonly open: boolean;
  /** By its signature, not only by its amount. */
  readonly named: boolean;
}

/**
 * Finds the request that this answers: the one with its signature, open or expired, otherwise the oldest open manual
 * request of its amount.
 */
async function requestFor(
  trx: Transaction<DB>,
  userId: string,
  signature: string,
  amount: bigint,
): Promise<Request | undefined> {
  const { rows } = await sql<Request>`
    select id::text, type, status = 'pending' as open, signature is not null as named from deposit_requests
     where user_id = ${userId}
       and (signature = ${signature} or status = 'pending' and signature is null and type = 'manual_deposit'
            and amount = ${amount.toString()})
     order by signature is null, deposit_requests.id limit 1 for no key update`.execute(trx);
  return rows[0];
}

async function keepUnclaimed(arrival: Arrival): Promise<boolean> {
  const { trx, amount, transaction, address } = arrival;
  const kept = await keepSuspense(trx, { ...transaction, address, amount, reason: "closed_account" });
  if (kept !== null) await bookAtAddress(trx, { address, amount }, transaction.slot);
  return kept !== null;
}
