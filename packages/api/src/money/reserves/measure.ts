import type { ReserveReport } from "@bbux/contract";
import { formatAmount } from "@bbux/contract";
import type { AccountKind } from "@bbux/ledger";
import { totalsSql } from "@bbux/ledger";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import type { Signaling } from "../../platform/transactions/index.ts";
import { type AsksWitness, requireSameChain } from "../chain/index.ts";
import { type ColdWallet, coldWallets } from "../cold-wallet/index.ts";
import { scanColdWallets, scanHotWallet } from "../hot-wallet/index.ts";
import { payerKey, walletKeys } from "../wallet-keys/index.ts";
import { COST_IF_FAILED, KIND, landedAttempts } from "../withdrawals/index.ts";
import { walletTotals } from "./wallet-totals.ts";

type Needs = AsksWitness & Signaling & Pick<Services, "chain" | "failpoint" | "platformWallet" | "refundWithdrawal">;

/** Addresses per call to the chain, including hot and cold wallets: it answers for all of them at one slot. */
const BATCH_SIZE = 100;

/**
 * Compares what the platform holds on the chain with what the books say it owes. Deposit addresses that agreed at the
 * last check count at that balance. Those that differ or are being swept are read again with the hot and cold wallets, up to
 * one call; the rest count as last seen. Only what has landed and isn't booked yet may explain a difference.
 * @throws ChainError, WrongChainError
 */
export async function measureReserves(services: Needs): Promise<ReserveReport> {
  await requireSameChain(services);
  await scanHotWallet(services);
  await scanColdWallets(services);
  return compareReserves(services);
}

/**
 * Compares books and chain as {@link measureReserves} does, and changes nothing: for a second node, whose word alone mustn't book anything.
 * @throws ChainError
 */
export async function compareReserves(services: Needs): Promise<ReserveReport> {
  const { db, chain, platformWallet } = services;
  const cold = (await coldWallets(db)).map(({ address }) => address);
  const moving = await movingWallets(services);
  const keys = await walletKeys({ db, platformWallet });
  const asked = moving.slice(0, BATCH_SIZE - keys.hot.length - cold.length).map(({ address }) => address);
  const { slot, lamports } = await chain.balances([...keys.hot.map(({ address }) => address), ...cold, ...asked]);
  const landed = await landedAttempts(services, slot);
  const books = await readBooks(
    db,
    moving.map(({ userId }) => userId),
    [...landed.keys()],
  );
  const [hots, others] = [lamports.slice(0, keys.hot.length), lamports.slice(keys.hot.length)];
  const hot = sumOf(hots);
  const [inCold, atAddresses] = [others.slice(0, cold.length), others.slice(cold.length)];
  // What each address holds beyond the books, counting what was swept in the meantime. A shortfall at one address isn't
  // offset by a surplus at another.
  const more = new Map(moving.map(({ userId, seen }, index) => [userId, atAddresses[index] ?? seen]));
  const fresh = sumOf([...more.values()]);
  // What a cold wallet holds beyond the books has arrived there, or was moved and isn't booked yet.
  const offline = new Map(cold.map((address, index) => [address, inCold[index] ?? 0n]));
  const beyond = new Map(offline);
  for (const { address, booked } of books.cold) beyond.set(address, (beyond.get(address) ?? 0n) - booked);
  let leaving = 0n;
  for (const { signature, kind, moved, fee, failedFee, userId, address } of books.attempts) {
    const failed = landed.get(signature) ?? false;
    if (address !== null && !failed) beyond.set(address, (beyond.get(address) ?? 0n) - moved);
    leaving += failed ? failedFee : fee + (kind === "withdrawal" ? moved : 0n);
    if (userId !== null && !failed) more.set(userId, (more.get(userId) ?? 0n) + moved);
  }
  let arriving = 0n;
  for (const [userId, held] of more) {
    const residual = held - (books.bookedOf.get(userId) ?? 0n);
    if (residual > 0n) arriving += residual;
  }
  for (const address of cold) arriving += positive(beyond.get(address) ?? 0n);
  const offlineTotal = sumOf([...offline.values()]);
  const onChain = hot + offlineTotal + books.booked - books.bookedMoving + fresh;
  const difference = onChain - books.owed;
  const unexplained = difference - arriving + leaving;
  return {
    checkedAt: services.now().toISOString(),
    slot: Number(slot),
    status: unexplained !== 0n ? "mismatch" : difference === 0n ? "matched" : "in_flight",
    liabilities: liabilitiesOf(books),
    onChain: {
      hotWallet: { address: payerKey(keys).address, sol: formatAmount(hot) },
      hotWallets: keys.hot.map(({ address }, nth) => ({ address, sol: formatAmount(hots[nth] ?? 0n) })),
      coldWallets: books.cold
        .filter(({ address }) => offline.has(address))
        .map(({ address, isCurrent }) => ({ address, isCurrent, sol: formatAmount(offline.get(address) ?? 0n) })),
      depositAddresses: {
        count: books.wallets,
        funded: books.funded,
        sol: formatAmount(onChain - hot - offlineTotal),
      },
      total: formatAmount(onChain),
    },
    inFlight: { arriving: formatAmount(arriving), leaving: formatAmount(leaving) },
    difference: formatAmount(difference),
    unexplained: formatAmount(unexplained),
  };
}

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, held) => sum + held, 0n);
const positive = (amount: bigint) => (amount > 0n ? amount : 0n);

/** Returns the wallets being swept first, because what was last seen there is the least certain. */
async function movingWallets({ db }: Needs): Promise<{ userId: string; address: string; seen: bigint }[]> {
  const { rows } = await sql<{ userId: string; address: string; seen: string }>`
    select w.user_id::text as "userId", w.address, w.seen::text from (
      select user_id, min(place) as place from (
        select user_id, 0 as place from sweeps where state = 'OPEN'
        union all select user_id, 1 from wallets where seen <> booked) as m group by user_id
      ) as m join wallets w on w.user_id = m.user_id
     order by m.place, w.user_id`.execute(db);
  return rows.map(({ seen, ...wallet }) => ({ ...wallet, seen: BigInt(seen) }));
}

export interface Books {
  /** By kind of account; base units. */
  readonly totals: Readonly<Partial<Record<AccountKind, bigint>>>;
  /** Everything owed: all accounts but the chain's own, summed independently of it. */
  readonly owed: bigint;
  readonly wallets: number;
  readonly funded: number;
  readonly booked: bigint;
  readonly bookedMoving: bigint;
  /** Of the wallets that were read, by member. */
  readonly bookedOf: ReadonlyMap<string, bigint>;
  /** Cold wallets that count, with what they hold by the books. */
  readonly cold: readonly ColdWallet[];
  /** Landed attempts that the books don't know yet. */
  readonly attempts: readonly {
    signature: string;
    kind: "withdrawal" | "sweep" | "cold" | "nonce";
    /** The member whose deposit address it sweeps. */
    userId: string | null;
    /** The cold wallet that it pays. */
    address: string | null;
    moved: bigint;
    /** The network fee, plus the rent of an account that it creates. */
    fee: bigint;
    /** What it costs if it failed: the network fee alone. */
    failedFee: bigint;
  }[];
}

/** One statement, one snapshot of the books. */
export async function readBooks(
  db: Services["db"],
  moving: readonly string[],
  landed: readonly string[],
): Promise<Books> {
  const { rows } = await sql<{
    totals: Record<string, string>;
    wallets: number;
    funded: number;
    booked: string;
    booked_of: Record<string, string>;
    cold: { address: string; isCurrent: boolean; booked: string }[];
    attempts: {
      signature: string;
      kind: Books["attempts"][number]["kind"];
      userId: string | null;
      address: string | null;
      moved: string;
      fee: string;
      failedFee: string;
    }[];
  }>`
    select ${totalsSql()} as totals,
           w.wallets::int, w.funded::int, w.booked::text,
           (select coalesce(jsonb_object_agg(user_id::text, booked::text), '{}') from wallets
             where user_id = any (${moving}::bigint[])) as booked_of,
           (select coalesce(jsonb_agg(jsonb_build_object('address', address, 'isCurrent', is_current, 'booked', booked::text)
                order by is_current desc, created_at), '[]') from cold_wallets where is_current or booked <> 0) as cold,
           (select coalesce(jsonb_agg(jsonb_build_object('signature', signature, 'moved', lamports::text, 'fee', network_fee::text, 'failedFee', (${COST_IF_FAILED})::text,
                'userId', (select s.user_id::text from sweeps s where s.id = sweep_id),
                'address', (select c.address from cold_transfers c where c.id = cold_transfer_id), 'kind', ${KIND})), '[]')
              from payment_attempts p where state in ('SIGNED', 'SENT', 'REPLACED') and signature = any (${landed}::text[])) as attempts
      from ${walletTotals} as w`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("no books");
  const totals: Partial<Record<AccountKind, bigint>> = Object.fromEntries(
    Object.entries(row.totals ?? {}).map(([kind, total]) => [kind, BigInt(total)]),
  );
  const bookedOf = new Map(Object.entries(row.booked_of).map(([userId, booked]) => [userId, BigInt(booked)]));
  return {
    totals,
    owed: Object.entries(totals).reduce((sum, [kind, total]) => (kind === "external" ? sum : sum + total), 0n),
    wallets: row.wallets,
    funded: row.funded,
    booked: BigInt(row.booked),
    bookedMoving: [...bookedOf.values()].reduce((sum, booked) => (booked > 0n ? sum + booked : sum), 0n),
    bookedOf,
    cold: row.cold.map((wallet) => ({ ...wallet, booked: BigInt(wallet.booked) })),
    attempts: row.attempts.map(({ moved, fee, failedFee, ...attempt }) => ({
      ...attempt,
      moved: BigInt(moved),
      fee: BigInt(fee),
      failedFee: BigInt(failedFee),
    })),
  };
}

export function liabilitiesOf({ totals, owed }: Books): ReserveReport["liabilities"] {
  const of = (kind: AccountKind) => formatAmount(totals[kind] ?? 0n);
  return {
    members: of("member"),
    stakes: of("stake"),
    escrow: of("escrow"),
    holds: of("hold"),
    treasury: of("treasury"),
    pools: of("pool"),
    suspense: of("suspense"),
    equity: of("equity"),
    total: formatAmount(owed),
  };
}
