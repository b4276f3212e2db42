import { formatAmount } from "@bbux/contract";
import type { Database } from "@bbux/db";
import type { AccountKind } from "@bbux/ledger";
import { summedTotalsSql } from "@bbux/ledger";
import { sql } from "kysely";
import { COST_IF_FAILED, KIND } from "../withdrawals/index.ts";
import { unbookedArrivals } from "./arrivals.ts";
import type { Findings } from "./findings.ts";
import type { Asked } from "./patient.ts";

const POLLS = 4;
/** Signatures per call to the chain. */
const BATCH_SIZE = 256;

export interface HotWalletNeeds {
  readonly db: Database;
  readonly chain: Asked;
  /** Of all hot wallets, the first of which names the platform. */
  readonly addresses: readonly [string, ...string[]];
  readonly findings: Findings;
  readonly pause: () => Promise<void>;
}

/** Amounts in base units, which are lamports. */
export interface HotWalletTotals {
  /** By kind of account, at the same moment as the rest. */
  readonly totals: Readonly<Partial<Record<AccountKind, bigint>>>;
  /** Everything owed: all accounts but the chain's own. */
  readonly owed: bigint;
  readonly onChain: bigint;
  /** Arrived and not booked yet. */
  readonly arriving: bigint;
  /** Left by payments that landed and aren't settled, network fees included. */
  readonly leaving: bigint;
  /** Signed: the part that nothing explains. */
  readonly unexplained: bigint;
}

/**
 * Compares the hot wallet with the books: all SOL by the books, less what deposit addresses and cold wallets hold. Only landed payments
 * that aren't settled and arrivals that weren't read yet may explain a difference.
 */
export async function auditHotWallet(needs: HotWalletNeeds): Promise<HotWalletTotals> {
  for (let times = 1; ; times++) {
    const seen = await look(needs);
    const { residual, ...totals } = seen;
    if (residual === 0n) return { ...totals, arriving: 0n, unexplained: 0n };
    if (residual > 0n && (await isArriving(needs, residual))) {
      return { ...totals, arriving: residual, unexplained: 0n };
    }
    if (times < POLLS) {
      await needs.pause();
      continue;
    }
    const how = residual > 0n ? "more" : "less";
    const detail = `the chain has ${formatAmount(residual < 0n ? -residual : residual)} SOL ${how} than the books and what has landed explain`;
    needs.findings.add({ finding: "HOT_WALLET", subject: needs.addresses[0], detail });
    return { ...totals, arriving: 0n, unexplained: residual };
  }
}

/** Whether transactions that aren't booked brought hot wallets exactly this much, in lamports, and none read took anything out. */
async function isArriving(needs: HotWalletNeeds, wanted: bigint): Promise<boolean> {
  let left = wanted;
  for (const address of needs.addresses) {
    if (left === 0n) break;
    const { sum, tookSome } = await unbookedArrivals(needs, address, left);
    if (tookSome) return false;
    left -= sum;
  }
  return left === 0n;
}

interface Open {
  readonly signature: string;
  readonly kind: "withdrawal" | "sweep" | "cold" | "nonce";
  readonly lamports: bigint;
  readonly fee: bigint;
  /** Its fee if it failed. */
  readonly failedFee: bigint;
}

async function look({ db, chain, addresses }: HotWalletNeeds) {
  // The books first, then the chain, then what happened to the payments that were open in the books.
  const { totals, owed, booked, open } = await readBooks(db);
  const { slot, lamports } = await chain.balances(addresses);
  const onChain = lamports.reduce((sum, held) => sum + held, 0n);
  let leaving = 0n;
  // Between addresses of the platform: out of the hot wallet, or into it.
  let swept = 0n;
  for (let from = 0; from < open.length; from += BATCH_SIZE) {
    const some = open.slice(from, from + BATCH_SIZE);
    const statuses = await chain.statuses(some.map(({ signature }) => signature));
    for (const [index, { kind, lamports: moved, fee, failedFee }] of some.entries()) {
      const status = statuses[index];
      if (status?.level !== "finalized" || status.slot > slot) continue;
      if (status.failed) leaving += failedFee;
      else leaving += fee + (kind === "withdrawal" ? moved : 0n);
      if (kind === "sweep" && !status.failed) swept += moved;
      if (kind === "cold" && !status.failed) swept -= moved;
    }
  }
  return { totals, owed, onChain, leaving, residual: onChain - booked - swept + leaving };
}

/** One statement, one snapshot. */
async function readBooks(db: Database) {
  const { rows } = await sql<{
    totals: Record<string, string> | null;
    elsewhere: string;
    open: { signature: string; kind: Open["kind"]; lamports: string; fee: string; failedFee: string }[];
  }>`
    select ${summedTotalsSql()} as totals,
           ((select coalesce(sum(booked), 0) from wallets) + (select coalesce(sum(booked), 0) from cold_wallets))::text as elsewhere,
           (select coalesce(jsonb_agg(jsonb_build_object('signature', signature, 'lamports', lamports::text,
                'fee', network_fee::text, 'failedFee', (${COST_IF_FAILED})::text, 'kind', ${KIND})), '[]')
              from payment_attempts p where state in ('SIGNED', 'SENT', 'REPLACED')) as open`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("no books");
  const totals: Partial<Record<AccountKind, bigint>> = Object.fromEntries(
    Object.entries(row.totals ?? {}).map(([kind, total]) => [kind, BigInt(total)]),
  );
  const owed = -(totals.external ?? 0n);
  const open: Open[] = row.open.map(({ lamports, fee, failedFee, ...each }) => ({
    ...each,
    lamports: BigInt(lamports),
    fee: BigInt(fee),
    failedFee: BigInt(failedFee),
  }));
  return { totals, owed, booked: owed - BigInt(row.elsewhere), open };
}
