import { ChainError, type ChainTransaction } from "@bbux/chain";
import { sql } from "kysely";
import { forEachConcurrently } from "../../platform/concurrency/index.ts";
import type { MoneySettings, Services } from "../../platform/context/index.ts";
import { closeAlert, idleTransactions, raiseAlert } from "../chain/index.ts";
import { type CreditNeeds, creditDeposit } from "./credit.command.ts";
import type { DepositAddress } from "./deposit.types.ts";

type Needs = CreditNeeds & Pick<Services, "chain"> & { readonly money: Pick<MoneySettings, "concurrency"> };

const PAGE = 1_000;
/** Pages read of one address in one run; the next round continues. */
const PAGES = 20;
/** Transactions read of one address in one run. */
const READS = 100;

/**
 * Reads the balances of up to 100 addresses and books those that differ from the books. A changed finalized balance is
 * what reveals a deposit: lists of signatures sometimes come back short, balances don't. A difference without an
 * explanation is checked again in the next round.
 * @returns how many addresses differed
 */
export async function scanAddresses(services: Needs, wallets: readonly DepositAddress[]): Promise<number> {
  if (wallets.length === 0) return 0;
  const { slot, lamports } = await services.chain.balances(wallets.map(({ address }) => address));
  const differing = await noteBalances(services, wallets, slot, lamports);
  const { concurrency } = services.money;
  await forEachConcurrently(differing, concurrency, (wallet) => bringIntoBooksAlone(services, wallet, slot));
  return differing.length;
}

/** Isolates a failure at one address, so other members' deposits are still found. */
async function bringIntoBooksAlone(services: Needs, wallet: DepositAddress, slot: bigint): Promise<void> {
  try {
    await bringIntoBooks(services, wallet, slot);
  } catch (error) {
    // Its history comes from a node that doesn't know the balance yet; the next round reads both again.
    if (error instanceof ChainError && error.code === "BEHIND") return;
    const why = error instanceof Error ? error.message : String(error);
    await raiseAlert(services, { kind: "unexplained_balance", subject: wallet.address, detail: why.slice(0, 500) });
  }
}

/** Deposits of a wallet that wait for a second node or an admin, in base units. */
const waitingSql = sql`(select coalesce(sum(amount), 0) from waiting_deposits d where d.user_id = w.user_id and d.state = 'WAITING')`;

/** @returns addresses whose balance differs from the books and what waits, except those being swept */
async function noteBalances(
  { db, now }: Needs,
  wallets: readonly DepositAddress[],
  slot: bigint,
  lamports: readonly bigint[],
): Promise<DepositAddress[]> {
  const ids = wallets.map(({ userId }) => userId);
  // A slot older than the known one says nothing new: the node lags.
  const { rows } = await sql<DepositAddress>`
    with asked as (
      select * from unnest(${ids}::bigint[], ${lamports.map(String)}::bigint[]) as a (user_id, lamports)
    ), noted as (
      update wallets w set seen = a.lamports, seen_slot = ${slot.toString()}::bigint, seen_at = ${now()}
        from asked a
       where w.user_id = a.user_id and w.seen_slot <= ${slot.toString()}::bigint and w.seen <> a.lamports
    )
    select w.user_id::text as "userId", w.address from wallets w join asked a on a.user_id = w.user_id
     where a.lamports <> w.booked + ${waitingSql} and w.seen_slot <= ${slot.toString()}::bigint
       and not exists (select from sweeps s where s.user_id = w.user_id and s.state = 'OPEN' and a.lamports < w.booked)`.execute(
    db,
  );
  return rows;
}

/**
 * Reads an address's transactions, newest first, until they explain its balance. Anyone can name an address in any
 * number of transactions, so a run reads a limited number and the next round continues.
 */
async function bringIntoBooks(services: Needs, wallet: DepositAddress, slot: bigint): Promise<void> {
  let before: string | undefined;
  let left = READS;
  let unread: unknown;
  for (let page = 0; page < PAGES; page++) {
    const list = await services.chain.signaturesOf(wallet.address, { before, limit: PAGE, minSlot: slot });
    const candidates = list.filter(({ failed }) => !failed).map(({ signature }) => signature);
    const unknown = (await leaveOutKnown(services, wallet.address, candidates)).slice(0, left);
    left -= unknown.length;
    // Oldest first, as they happened.
    for (const signature of unknown.toReversed()) {
      try {
        await readOne(services, wallet, signature);
      } catch (error) {
        // A node that is rate limiting gets no more calls; a failure of one transaction doesn't hide the others.
        if (!(error instanceof ChainError) || error.code !== "REFUSED") throw error;
        unread ??= error;
      }
    }
    if (await agrees(services, wallet)) {
      await closeAlert(services, "unexplained_balance", wallet.address);
      return;
    }
    before = list.at(-1)?.signature;
    // A list may come back short; the end is an empty one.
    if (before === undefined || left === 0) break;
  }
  if (unread) throw unread;
  await raiseAlert(services, {
    kind: "unexplained_balance",
    subject: wallet.address,
    detail: "The address's balance doesn't match its transactions. It's read again in every round.",
  });
}

async function readOne(services: Needs, wallet: DepositAddress, signature: string): Promise<void> {
  const transaction: ChainTransaction | null = await services.chain.transaction(signature);
  if (!transaction) return;
  if ((transaction.changes.get(wallet.address) ?? 0n) > 0n) await creditDeposit(services, wallet, transaction);
  else idleOf(services.chain).add(idleName(wallet.address, signature));
}

/** Transactions that brought an address nothing. */
const idleOf = idleTransactions();
const idleName = (address: string, signature: string) => `${address} ${signature}`;

/** Drops signatures booked as a deposit, as suspense or as our payment, those that wait, and those known to bring nothing. */
async function leaveOutKnown({ db, chain }: Needs, address: string, signatures: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ signature: string }>`
    select signature from unnest(${signatures}::text[]) with ordinality as asked (signature, place)
     where not exists (select from deposits d where d.signature = asked.signature and d.address = ${address})
       and not exists (select from suspense_items i where i.signature = asked.signature and i.address = ${address})
       and not exists (select from payment_attempts p where p.signature = asked.signature)
       and not exists (select from cold_movements m where m.signature = asked.signature and m.deposit_address = ${address})
       and not exists (select from waiting_deposits w
                        where w.signature = asked.signature and w.address = ${address} and w.state = 'WAITING')
     order by place`.execute(db);
  const idle = idleOf(chain);
  return rows.map(({ signature }) => signature).filter((signature) => !idle.has(idleName(address, signature)));
}

/** Returns whether the address's last known balance is covered by what is booked or waiting. */
async function agrees({ db }: Needs, { userId }: DepositAddress): Promise<boolean> {
  const { rows } = await sql`
    select from wallets w where w.user_id = ${userId} and w.booked + ${waitingSql} >= w.seen`.execute(db);
  return rows.length > 0;
}
