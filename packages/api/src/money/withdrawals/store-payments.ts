import type { RecordedTransaction } from "@bbux/chain";
import type { DB } from "@bbux/db";
import { LedgerError } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { MoneySettings, Services } from "../../platform/context/index.ts";
import { closeAlert } from "../chain/index.ts";
import { unpromised } from "./funds.ts";
import type { Hold } from "./holds.ts";
import { lockHolds, lockWithdrawals } from "./locked-withdrawals.sql.ts";
import type { PayoutSession } from "./pay-out.ts";
import { type Exceeded, exceededLimits, paidOut, withMore } from "./payout-limits.ts";
import { storeAttempts } from "./store-attempts.ts";
import { isReplaced, lockBooks, noteEmptyFloat, payoutFloor, type Stored } from "./store-signed.ts";
import type { Waiting } from "./waiting.sql.ts";

/** A withdrawal that is signed with the nonce and fee that it holds, and isn't stored. */
export interface SignedPayment {
  readonly item: Waiting;
  readonly hold: Hold;
  readonly signed: RecordedTransaction;
}

/**
 * Stores signed withdrawals in one transaction. One that has been canceled, is no longer approved, doesn't fit into the platform's
 * limits, or is in another worker's hands is left out; the others are stored.
 * @returns what came of each, by withdrawal
 */
export async function storePayments(
  services: Services,
  payments: readonly SignedPayment[],
  session: PayoutSession,
): Promise<ReadonlyMap<string, Stored>> {
  const at = await services.databaseNow();
  try {
    const { outcomes, exceeded } = await services.db
      .transaction()
      .execute((trx) => storeAll(trx, services, { payments, session, at }));
    for (const each of exceeded) session.exceeded.set(each.window, each);
    if ([...outcomes.values()].includes("stored")) await closeAlert(services, "float_empty", "equity");
    return outcomes;
  } catch (error) {
    if (!(error instanceof LedgerError && error.code === "INSUFFICIENT_BALANCE")) throw error;
    const [only, ...more] = payments;
    // The float may suffice for some of them.
    if (!only || more.length > 0) throw error;
    await noteEmptyFloat(services);
    return new Map([[only.item.subject.id, "float"]]);
  }
}

async function storeAll(
  trx: Transaction<DB>,
  { money }: Services,
  {
    payments,
    session,
    at,
  }: { readonly payments: readonly SignedPayment[]; readonly session: PayoutSession; readonly at: Date },
): Promise<{ readonly outcomes: Map<string, Stored>; readonly exceeded: readonly Exceeded[] }> {
  const outcomes = new Map<string, Stored>(payments.map(({ item }) => [item.subject.id, "no"]));
  const exceeded: Exceeded[] = [];
  const locked = await lockWithdrawals(trx, [...outcomes.keys()]);
  const books = await lockBooks(trx);
  if (!books?.isOpen) return { outcomes, exceeded };
  const held = await lockHolds(
    trx,
    payments.map(({ hold }) => hold),
  );
  const wallets = await fundsOfPayers(trx, payments, { money, session });
  // With what these payments hold themselves.
  const paid = await paidOut(trx);
  const stored = payments.filter(({ item: { subject, lamports }, hold, signed }) => {
    const promised = held.get(subject.id);
    const wallet = wallets.get(hold.hot);
    if (promised === undefined || !wallet || !locked.get(subject.id)?.isPayable) return false;
    const after = wallet.left + promised - signed.networkFee - lamports;
    const above = exceededLimits(withMore(paid, -lamports), lamports, money.payoutLimits);
    exceeded.push(...above);
    if (after < wallet.floor) outcomes.set(subject.id, "short");
    else if (above.length > 0) outcomes.set(subject.id, "held");
    else {
      wallet.left = after;
      return true;
    }
    return false;
  });
  const signatures = await storeAttempts(
    trx,
    stored.map(({ item: { subject, lamports }, hold: { nonce, hot }, signed }) => ({
      subject,
      signed,
      lamports,
      cost: signed.networkFee,
      nonce,
      lastValidBlockHeight: null,
      fence: books.fence,
      keys: { hot, nonce: nonce.version },
      at,
    })),
  );
  const ids = stored.flatMap(({ item, signed }) => (signatures.has(signed.signature) ? [item.subject.id] : []));
  for (const id of ids) outcomes.set(id, "stored");
  await sql`
    update withdrawals set state = 'SIGNED', waits_for = null, updated_at = ${at} where id = any (${ids}::bigint[])`.execute(
    trx,
  );
  return { outcomes, exceeded };
}

/** Of each hot wallet that pays: the lamports that nothing needs, and those that it must keep. What holds a nonce stays with its own. */
async function fundsOfPayers(
  trx: Transaction<DB>,
  payments: readonly SignedPayment[],
  { money, session: { funds } }: { readonly money: MoneySettings; readonly session: PayoutSession },
): Promise<ReadonlyMap<number, { left: bigint; readonly floor: bigint }>> {
  const wallets = new Map<number, { left: bigint; readonly floor: bigint }>();
  for (const hot of new Set(payments.map(({ hold }) => hold.hot))) {
    const floor = payoutFloor(money, await isReplaced(trx, hot));
    wallets.set(hot, { left: await unpromised(trx, { funds, hot }), floor });
  }
  return wallets;
}
