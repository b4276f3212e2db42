import { ChainError, type ChainGateway, type ChainTransaction } from "@bbux/chain";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { closeAlert, raiseAlert } from "../chain/alerts.commands.ts";
import { creditDeposit, type DepositAddress } from "./credit.command.ts";

type Needs = Pick<Services, "db" | "chain" | "now" | "failpoint" | "signals">;

const PAGE = 1_000;
/** Pages of one address in one go; the next round goes on. */
const PAGES = 20;
/** Transactions of one address in one go. */
const READS = 100;

/**
 * Asks what up to 100 addresses hold and brings those into the books that hold something else than the books say. A
 * finalized balance that has moved is what tells of a deposit: lists of signatures come back short now and then, balances
 * do not. What cannot be explained stays different, and is looked at again in the next round.
 * @returns how many addresses differed
 */
export async function scanAddresses(services: Needs, wallets: readonly DepositAddress[]): Promise<number> {
  if (wallets.length === 0) return 0;
  const { slot, lamports } = await services.chain.balances(wallets.map(({ address }) => address));
  const differing = await noteBalances(services, wallets, slot, lamports);
  for (const wallet of differing) await bringIntoBooksAlone(services, wallet);
  return differing.length;
}

/** What is wrong with one address keeps nobody else's deposits from being found. */
async function bringIntoBooksAlone(services: Needs, wallet: DepositAddress): Promise<void> {
  try {
    await bringIntoBooks(services, wallet);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await raiseAlert(services, { kind: "unexplained_balance", subject: wallet.address, detail: why.slice(0, 500) });
  }
}

/** @returns those whose balance is not what the books say, leaving out those that are being swept */
async function noteBalances(
  { db, now }: Needs,
  wallets: readonly DepositAddress[],
  slot: bigint,
  lamports: readonly bigint[],
): Promise<DepositAddress[]> {
  const ids = wallets.map(({ userId }) => userId);
  // A slot that is older than what is known says nothing new: the node lags.
  const { rows } = await sql<DepositAddress>`
    with asked as (
      select * from unnest(${ids}::bigint[], ${lamports.map(String)}::bigint[]) as a (user_id, lamports)
    ), noted as (
      update wallets w set seen = a.lamports, seen_slot = ${slot.toString()}::bigint, seen_at = ${now()}
        from asked a
       where w.user_id = a.user_id and w.seen_slot <= ${slot.toString()}::bigint and w.seen <> a.lamports
    )
    select w.user_id::text as "userId", w.address from wallets w join asked a on a.user_id = w.user_id
     where a.lamports <> w.booked and w.seen_slot <= ${slot.toString()}::bigint
       and not exists (select from sweeps s where s.user_id = w.user_id and s.state = 'OPEN' and a.lamports < w.booked)`.execute(
    db,
  );
  return rows;
}

/**
 * Reads an address's transactions, newest first, until what they brought is what it holds. Anybody may name an address in
 * as many transactions as they like: so many are read in one go, and the next round goes on.
 */
async function bringIntoBooks(services: Needs, wallet: DepositAddress): Promise<void> {
  let before: string | undefined;
  let left = READS;
  let unread: unknown;
  for (let page = 0; page < PAGES; page++) {
    const list = await services.chain.signaturesOf(wallet.address, { before, limit: PAGE });
    const candidates = list.filter(({ failed }) => !failed).map(({ signature }) => signature);
    const unknown = (await leaveOutKnown(services, wallet.address, candidates)).slice(0, left);
    left -= unknown.length;
    // Oldest first, as they happened.
    for (const signature of unknown.toReversed()) {
      try {
        await readOne(services, wallet, signature);
      } catch (error) {
        // A node that wants fewer calls is left alone; what is wrong with one transaction does not hide the others.
        if (!(error instanceof ChainError) || error.code !== "REFUSED") throw error;
        unread ??= error;
      }
    }
    if (await agrees(services, wallet)) {
      await closeAlert(services, "unexplained_balance", wallet.address);
      return;
    }
    before = list.at(-1)?.signature;
    // A list may come back short: the end is where nothing comes any more.
    if (before === undefined || left === 0) break;
  }
  if (unread) throw unread;
  await raiseAlert(services, {
    kind: "unexplained_balance",
    subject: wallet.address,
    detail: "The address does not hold what its transactions come to; it is read again in every round",
  });
}

async function readOne(services: Needs, wallet: DepositAddress, signature: string): Promise<void> {
  const transaction: ChainTransaction | null = await services.chain.transaction(signature);
  if (!transaction) return;
  if ((transaction.changes.get(wallet.address) ?? 0n) > 0n) await creditDeposit(services, wallet, transaction);
  else idleOf(services.chain).add(idleName(wallet.address, signature));
}

/** What brought an address nothing, by chain: nothing is kept of it, and it is not read again. */
const idleOnes = new WeakMap<object, Set<string>>();
const MOST_IDLE = 100_000;
const idleName = (address: string, signature: string) => `${address} ${signature}`;

function idleOf(chain: ChainGateway): Set<string> {
  const known = idleOnes.get(chain) ?? new Set();
  idleOnes.set(chain, known);
  if (known.size > MOST_IDLE) known.clear();
  return known;
}

/** Those that are in the books neither as a deposit, nor as suspense, nor as a payment of ours, nor known to be idle. */
async function leaveOutKnown({ db, chain }: Needs, address: string, signatures: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ signature: string }>`
    select signature from unnest(${signatures}::text[]) with ordinality as asked (signature, place)
     where not exists (select from deposits d where d.signature = asked.signature and d.address = ${address})
       and not exists (select from suspense_items i where i.signature = asked.signature and i.address = ${address})
       and not exists (select from payment_attempts p where p.signature = asked.signature)
     order by place`.execute(db);
  const idle = idleOf(chain);
  return rows.map(({ signature }) => signature).filter((signature) => !idle.has(idleName(address, signature)));
}

/** Whether the address holds what the books say, as far as the chain last said. */
async function agrees({ db }: Needs, { userId }: DepositAddress): Promise<boolean> {
  const row = await db
    .selectFrom("wallets")
    .select(["booked", "seen"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined && BigInt(row.booked) >= BigInt(row.seen);
}
