import type { Reserves } from "@bbux/contract";
import { formatAmount } from "@bbux/contract";
import type { AccountKind } from "@bbux/ledger";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { demandSameChain } from "../chain/same-chain.ts";
import { scanHotWallet } from "../deposits/hot-wallet.command.ts";
import { openAttempts } from "../withdrawals/attempts.sql.ts";

type Needs = Pick<Services, "db" | "chain" | "now" | "failpoint" | "platformWallet">;

/** Addresses in one question to the chain, the hot wallet among them. */
const AT_ONCE = 100;
const OPEN_ATTEMPTS = 256;

/**
 * Asks the chain what the platform holds and compares it with what the books say it owes. Deposit addresses that the last
 * look found in agreement are taken at that; those that differ, or are being swept, are asked for again together with the
 * hot wallet. What has landed and is not in the books yet is what may explain a difference, and nothing else.
 * @throws ChainError, WrongChainError
 */
export async function measureReserves(services: Needs): Promise<Reserves> {
  const { db, chain, platformWallet } = services;
  await demandSameChain(services);
  await scanHotWallet(services);
  const moving = await movingWallets(services);
  const asked = [platformWallet.address, ...moving.map(({ address }) => address)];
  const { slot, lamports } = await chain.balances(asked);
  const landed = await landedAttempts(services, slot);
  const books = await readBooks(
    db,
    moving.map(({ userId }) => userId),
    [...landed.keys()],
  );
  const [hot = 0n, ...atAddresses] = lamports;
  const fresh = atAddresses.reduce((sum, held) => sum + held, 0n);
  let leaving = 0n;
  let swept = 0n;
  for (const { signature, kind, moved, fee } of books.attempts) {
    const failed = landed.get(signature) ?? false;
    leaving += fee + (kind === "withdrawal" && !failed ? moved : 0n);
    if (kind === "sweep" && !failed) swept += moved;
  }
  const residual = fresh + swept - books.bookedMoving;
  const arriving = residual > 0n ? residual : 0n;
  const onChain = hot + books.booked - books.bookedMoving + fresh;
  const difference = onChain - books.owed;
  const unexplained = difference - arriving + leaving;
  return {
    checkedAt: services.now().toISOString(),
    slot: Number(slot),
    status: unexplained !== 0n ? "mismatch" : difference === 0n ? "matched" : "in_flight",
    liabilities: liabilitiesOf(books),
    onChain: {
      hotWallet: { address: platformWallet.address, sol: formatAmount(hot) },
      depositAddresses: {
        count: books.wallets,
        funded: books.funded,
        sol: formatAmount(onChain - hot),
      },
      total: formatAmount(onChain),
    },
    inFlight: { arriving: formatAmount(arriving), leaving: formatAmount(leaving) },
    difference: formatAmount(difference),
    unexplained: formatAmount(unexplained),
  };
}

async function movingWallets({ db }: Needs): Promise<{ userId: string; address: string }[]> {
  const { rows } = await sql<{ userId: string; address: string }>`
    select user_id::text as "userId", address from wallets w
     where seen <> booked or exists (select from sweeps s where s.user_id = w.user_id and s.state = 'OPEN')
     order by user_id limit ${AT_ONCE - 1}`.execute(db);
  return rows;
}

/** Open attempts that were final at the slot, by signature; whether they failed. */
async function landedAttempts({ db, chain }: Needs, slot: bigint): Promise<Map<string, boolean>> {
  const open = await openAttempts(db, OPEN_ATTEMPTS);
  if (open.length === 0) return new Map();
  const statuses = await chain.statuses(open.map(({ signature }) => signature));
  return new Map(
    open.flatMap(({ signature }, index) => {
      const status = statuses[index];
      return status?.level === "finalized" && status.slot <= slot ? [[signature, status.failed] as const] : [];
    }),
  );
}

export interface Books {
  /** By kind of account; base units. */
  readonly totals: Readonly<Partial<Record<AccountKind, bigint>>>;
  /** All that is owed: everything but the chain's own account. */
  readonly owed: bigint;
  readonly wallets: number;
  readonly funded: number;
  readonly booked: bigint;
  readonly bookedMoving: bigint;
  /** Those of the landed attempts that the books do not know yet. */
  readonly attempts: readonly { signature: string; kind: "withdrawal" | "sweep"; moved: bigint; fee: bigint }[];
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
    booked_moving: string;
    attempts: { signature: string; kind: "withdrawal" | "sweep"; moved: string; fee: string }[];
  }>`
    select (select jsonb_object_agg(kind, total) from (
              select kind, sum(balance)::text as total from ledger_balances group by kind) as t) as totals,
           (select count(*)::int from wallets) as wallets,
           (select count(*)::int from wallets where booked > 0) as funded,
           (select coalesce(sum(booked), 0)::text from wallets where booked > 0) as booked,
           (select coalesce(sum(booked), 0)::text from wallets where user_id = any (${moving}::bigint[])) as booked_moving,
           (select coalesce(jsonb_agg(jsonb_build_object('signature', signature, 'moved', lamports::text, 'fee', network_fee::text,
                'kind', case when withdrawal_id is null then 'sweep' else 'withdrawal' end)), '[]')
              from payment_attempts where state in ('SIGNED', 'SENT') and signature = any (${landed}::text[])) as attempts`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error("no books");
  const totals: Partial<Record<AccountKind, bigint>> = Object.fromEntries(
    Object.entries(row.totals ?? {}).map(([kind, total]) => [kind, BigInt(total)]),
  );
  return {
    totals,
    owed: -(totals.external ?? 0n),
    wallets: row.wallets,
    funded: row.funded,
    booked: BigInt(row.booked),
    bookedMoving: BigInt(row.booked_moving),
    attempts: row.attempts.map((attempt) => ({ ...attempt, moved: BigInt(attempt.moved), fee: BigInt(attempt.fee) })),
  };
}

export function liabilitiesOf({ totals, owed }: Books): Reserves["liabilities"] {
  const of = (kind: AccountKind) => formatAmount(totals[kind] ?? 0n);
  return {
    members: of("member"),
    escrow: of("escrow"),
    holds: of("hold"),
    treasury: of("treasury"),
    pools: of("pool"),
    suspense: of("suspense"),
    equity: of("equity"),
    total: formatAmount(owed),
  };
}
