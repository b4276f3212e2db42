import type { Reserves } from "@bbux/contract";
import { formatAmount } from "@bbux/contract";
import type { AccountKind } from "@bbux/ledger";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { demandSameChain } from "../chain/same-chain.ts";
import { scanHotWallet } from "../deposits/hot-wallet.command.ts";
import { openAttempts } from "../withdrawals/attempts.sql.ts";

type Needs = Pick<Services, "db" | "chain" | "now" | "failpoint" | "platformWallet">;

/** Addresses in one question to the chain, the hot wallet among them: it answers for all at one slot. */
const AT_ONCE = 100;
const OPEN_ATTEMPTS = 256;

/**
 * Asks the chain what the platform holds and compares it with what the books say it owes. Deposit addresses that the last
 * look found in agreement are taken at that; those that differ, or are being swept, are asked for again together with the
 * hot wallet, as many as go into one question, and the others are taken at what was last seen there. What has landed and is not in the books yet is what may explain a difference, and nothing else.
 * @throws ChainError, WrongChainError
 */
export async function measureReserves(services: Needs): Promise<Reserves> {
  const { db, chain, platformWallet } = services;
  await demandSameChain(services);
  await scanHotWallet(services);
  const moving = await movingWallets(services);
  const asked = moving.slice(0, AT_ONCE - 1).map(({ address }) => address);
  const { slot, lamports } = await chain.balances([platformWallet.address, ...asked]);
  const landed = await landedAttempts(services, slot);
  const books = await readBooks(
    db,
    moving.map(({ userId }) => userId),
    [...landed.keys()],
  );
  const [hot = 0n, ...atAddresses] = lamports;
  // What each address has more than the books say, those swept meanwhile with what they gave. One that has less is not made
  // good by another that has more.
  const more = new Map(moving.map(({ userId, seen }, index) => [userId, atAddresses[index] ?? seen]));
  const fresh = [...more.values()].reduce((sum, held) => sum + held, 0n);
  let leaving = 0n;
  for (const { signature, kind, moved, fee, userId } of books.attempts) {
    const failed = landed.get(signature) ?? false;
    leaving += fee + (kind === "withdrawal" && !failed ? moved : 0n);
    if (userId !== null && !failed) more.set(userId, (more.get(userId) ?? 0n) + moved);
  }
  let arriving = 0n;
  for (const [userId, held] of more) {
    const residual = held - (books.bookedOf.get(userId) ?? 0n);
    if (residual > 0n) arriving += residual;
  }
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

/** Those that are being swept first: what was last seen there is the least sure. */
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

/** Open attempts that were final at the slot, by signature; whether they failed. */
async function landedAttempts({ db, chain }: Needs, slot: bigint): Promise<Map<string, boolean>> {
  const landed = new Map<string, boolean>();
  let after = "0";
  for (;;) {
    const open = await openAttempts(db, OPEN_ATTEMPTS, after);
    const last = open.at(-1);
    if (!last) return landed;
    const statuses = await chain.statuses(open.map(({ signature }) => signature));
    for (const [index, { signature }] of open.entries()) {
      const status = statuses[index];
      if (status?.level === "finalized" && status.slot <= slot) landed.set(signature, status.failed);
    }
    after = last.id;
  }
}

export interface Books {
  /** By kind of account; base units. */
  readonly totals: Readonly<Partial<Record<AccountKind, bigint>>>;
  /** All that is owed: everything but the chain's own account, added up, so that it is no proof of itself. */
  readonly owed: bigint;
  readonly wallets: number;
  readonly funded: number;
  readonly booked: bigint;
  readonly bookedMoving: bigint;
  /** Of those that were asked about, by member. */
  readonly bookedOf: ReadonlyMap<string, bigint>;
  /** Those of the landed attempts that the books do not know yet. */
  readonly attempts: readonly {
    signature: string;
    kind: "withdrawal" | "sweep";
    /** Whose deposit address it sweeps. */
    userId: string | null;
    moved: bigint;
    fee: bigint;
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
    attempts: { signature: string; kind: "withdrawal" | "sweep"; userId: string | null; moved: string; fee: string }[];
  }>`
    select (select jsonb_object_agg(kind, total) from (
              select kind, sum(balance)::text as total from ledger_balances group by kind) as t) as totals,
           (select count(*)::int from wallets) as wallets,
           (select count(*)::int from wallets where booked > 0) as funded,
           (select coalesce(sum(booked), 0)::text from wallets where booked > 0) as booked,
           (select coalesce(jsonb_object_agg(user_id::text, booked::text), '{}') from wallets
             where user_id = any (${moving}::bigint[])) as booked_of,
           (select coalesce(jsonb_agg(jsonb_build_object('signature', signature, 'moved', lamports::text, 'fee', network_fee::text,
                'userId', (select s.user_id::text from sweeps s where s.id = sweep_id),
                'kind', case when withdrawal_id is null then 'sweep' else 'withdrawal' end)), '[]')
              from payment_attempts where state in ('SIGNED', 'SENT') and signature = any (${landed}::text[])) as attempts`.execute(
    db,
  );
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
    bookedMoving: [...bookedOf.values()].reduce((sum, booked) => sum + booked, 0n),
    bookedOf,
    attempts: row.attempts.map((attempt) => ({ ...attempt, moved: BigInt(attempt.moved), fee: BigInt(attempt.fee) })),
  };
}

export function liabilitiesOf({ totals, owed }: Books): Reserves["liabilities"] {
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
