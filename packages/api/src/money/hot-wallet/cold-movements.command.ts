import type { ChainTransaction } from "@bbux/chain";
import { formatAmount } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { coldFeePaid, LedgerError, post } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { raiseAlert } from "../chain/index.ts";
import { bookMovement, type ColdPayment, explainColdPayment } from "../cold-wallet/index.ts";
import { asOneHotWallet, walletKeys } from "../wallet-keys/index.ts";
import { bookAtAddress } from "./book-at-address.ts";
import { stopWithdrawals } from "./stop.command.ts";
import { keepSuspense } from "./suspense.command.ts";

type Needs = Pick<Services, "db" | "now" | "platformWallet">;

/**
 * Books what a finalized transaction changed at cold wallets, except what the platform has signed: what came back to the hot wallet, to
 * a deposit address or to another cold wallet stays the platform's and is nobody's deposit. What somebody else sent is unclaimed. What
 * went elsewhere stops all payments, because someone else has the key (docs/adr/0027).
 * @returns whether there was something of that kind; `arrived` if somebody else sent it; `later` when the float can't bear the
 *   network's fee yet
 */
export async function bookColdMovements(
  services: Needs,
  shown: ChainTransaction,
): Promise<boolean | "arrived" | "later"> {
  const { db, platformWallet } = services;
  const keys = await walletKeys(services);
  const transaction = asOneHotWallet(keys, shown);
  const addresses = [...transaction.changes.keys()];
  const cold = await namedColdWallets(db, addresses, transaction.slot);
  if (cold.length === 0) return false;
  const deposits = await sql<{ address: string }>`
    select address from wallets where address = any (${addresses}::text[])`.execute(db);
  const ours = { hot: platformWallet.address, cold, deposits: deposits.rows.map(({ address }) => address) };
  const payment = explainColdPayment(transaction, ours);
  if (payment === null) return bookArrivals(services, transaction, cold);
  // Before it is booked, so that a crash in between doesn't hide it.
  if (payment.lost > 0n) await alertLoss(services, transaction, payment);
  try {
    // The newest that it came to: if several did, what is in excess of the cold wallet's is attributed to that one.
    const hot = keys.hot.findLast(({ address }) => (shown.changes.get(address) ?? 0n) > 0n) ?? keys.hot[0];
    await db.transaction().execute((trx) => bookPayment(services, trx, transaction, { ...payment, hot: hot.address }));
    return true;
  } catch (error) {
    if (!(error instanceof LedgerError && error.code === "INSUFFICIENT_BALANCE")) throw error;
    const detail = "The operator's float cannot pay the network's fee for what the cold wallet paid";
    await raiseAlert(services, { kind: "float_empty", subject: "equity", detail });
    return "later";
  }
}

/** What happened up to the slot at which a cold wallet was registered is in its opening balance. */
async function namedColdWallets(db: Services["db"], addresses: readonly string[], slot: bigint): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from cold_wallets
     where address = any (${addresses}::text[]) and since_slot < ${slot.toString()}::bigint order by address`.execute(
    db,
  );
  return rows.map(({ address }) => address);
}

async function bookPayment(
  { now }: Needs,
  trx: Transaction<DB>,
  { signature, slot }: ChainTransaction,
  { booked, payer, fee, deposit, lost, excess, hot }: ColdPayment & { readonly hot: string },
): Promise<void> {
  const at = now();
  // In one order everywhere: the business rows first, then chain_state, then the ledger's accounts.
  await sql`
    select from cold_wallets where address = any (${[...booked.keys()]}::text[]) order by address for no key update`.execute(
    trx,
  );
  for (const [address, amount] of booked) {
    const shared = { address, amount, slot, at, signature };
    const cause =
      amount > 0n
        ? ({ kind: "moved" } as const)
        : ({
            kind: "return",
            ...(address === payer ? { fee, deposit, lost } : { fee: 0n, deposit: null, lost: 0n }),
          } as const);
    // Another process was faster with all of it.
    if (!(await bookMovement(trx, { ...shared, cause }))) return;
  }
  // It is swept from there like any deposit, and credited to nobody.
  if (deposit) await bookAtAddress(trx, deposit, slot);
  await sql`select from chain_state for no key update`.execute(trx);
  if (excess > 0n) {
    await keepSuspense(trx, { signature, address: hot, amount: excess, slot, reason: "unknown_sender" });
  }
  if (fee > 0n)
    await post(trx, coldFeePaid({ networkFee: fee, cause: signature, refs: { signature, address: payer } }));
}

/** What came from the hot wallet is booked by the payment that brought it. */
async function bookArrivals(
  { db, now, platformWallet }: Needs,
  { signature, slot, changes }: ChainTransaction,
  cold: readonly string[],
): Promise<"arrived" | false> {
  if ((changes.get(platformWallet.address) ?? 0n) < 0n) return false;
  const arrived = cold.filter((address) => (changes.get(address) ?? 0n) > 0n);
  for (const address of arrived) {
    const amount = changes.get(address) ?? 0n;
    await db.transaction().execute(async (trx) => {
      await sql`select from cold_wallets where address = ${address} for no key update`.execute(trx);
      await sql`select from chain_state for no key update`.execute(trx);
      const item = await keepSuspense(trx, { signature, address, amount, slot, reason: "unknown_sender" });
      if (item === null) return;
      await bookMovement(trx, { address, amount, slot, at: now(), signature, cause: { kind: "arrival", item } });
    });
  }
  return arrived.length > 0 && "arrived";
}

async function alertLoss(
  services: Needs,
  { signature }: ChainTransaction,
  { payer, lost }: ColdPayment,
): Promise<void> {
  // An operator may have resumed payments since.
  const { rows } = await sql`
    select from alerts where kind = 'unexplained_outflow' and subject = ${signature}`.execute(services.db);
  if (rows.length > 0) return;
  const detail = `The cold wallet ${payer} paid ${formatAmount(lost)} SOL by ${signature} to an address that isn't the platform's`;
  await stopWithdrawals(services, detail);
  await raiseAlert(services, { kind: "unexplained_outflow", subject: signature, detail });
}
