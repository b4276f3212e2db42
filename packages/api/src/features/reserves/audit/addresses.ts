import type { PlatformWallet } from "@bbux/chain";
import { formatAmount } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { unbookedArrivals } from "./arrivals.ts";
import type { Findings } from "./findings.ts";
import type { Asked } from "./patient.ts";

/** Addresses in one question to the chain. */
const AT_ONCE = 100;
/** So often an address is looked at before a difference is a finding. */
const LOOKS = 3;
/** A round of watching that ended so long after an arrival should have found it. */
const MISSED_MS = 60 * 60_000;

export interface AddressNeeds {
  readonly db: Database;
  readonly chain: Asked;
  readonly platformWallet: Pick<PlatformWallet, "addressOf">;
  readonly findings: Findings;
  /** End of the last full round of watching. */
  readonly roundFinishedAt: Date | null;
  readonly pause: () => Promise<void>;
}

export interface AddressTotals {
  readonly count: number;
  /** Found on the chain and not in the books yet, lamports. */
  readonly arriving: bigint;
  /** Signed: what nothing explains. */
  readonly unexplained: bigint;
}

interface Wallet {
  readonly userId: string;
  readonly address: string;
  readonly booked: bigint;
  /** Deposits and suspense that came here less what was swept. */
  readonly posted: bigint;
  readonly sweep: { readonly signature: string; readonly lamports: bigint } | null;
}

/** A wallet, and what the chain has there beyond the books and the sweeps that have landed; signed. */
interface Differing {
  readonly wallet: Wallet;
  readonly residual: bigint;
}

/**
 * Holds every deposit address to three things that must agree: what came and went by the books' rows, what the books say
 * lies there, and what the chain says now. Arrivals that are not credited yet explain a difference, and so do sweeps that
 * have landed and are not settled; nothing else does. In pages, while the platform goes on.
 */
export async function auditAddresses(needs: AddressNeeds): Promise<AddressTotals> {
  const totals = { count: 0, arriving: 0n, unexplained: 0n };
  let after = "0";
  let again: string[] = [];
  const settle = async () => {
    const outcome = await lookAgain(needs, again);
    totals.arriving += outcome.arriving;
    totals.unexplained += outcome.unexplained;
    again = [];
  };
  for (;;) {
    const wallets = await readWallets(needs.db, sql`user_id > ${after}`);
    const last = wallets.at(-1);
    if (!last) break;
    totals.count += wallets.length;
    for (const wallet of wallets) checkBooks(needs, wallet);
    again.push(...(await look(needs, wallets)).map(({ wallet }) => wallet.userId));
    while (again.length >= AT_ONCE) {
      const rest = again.splice(AT_ONCE);
      await settle();
      again = rest;
    }
    after = last.userId;
  }
  await settle();
  return totals;
}

function checkBooks({ findings, platformWallet }: AddressNeeds, { userId, address, booked, posted }: Wallet): void {
  if (booked !== posted) {
    const detail = `says ${formatAmount(booked)}, came and swept ${formatAmount(posted)}`;
    findings.add({ finding: "ADDRESS_BOOKS", subject: address, detail });
  }
  if (platformWallet.addressOf(userId) !== address) {
    const detail = `not the address that the wallet's secret gives member ${userId}`;
    findings.add({ finding: "FOREIGN_ADDRESS", subject: address, detail });
  }
}

/** @returns those that differ, sweeps that have landed taken into account */
async function look({ chain }: AddressNeeds, wallets: readonly Wallet[]): Promise<Differing[]> {
  // The books first, then the chain, then what became of the sweeps that the books had open.
  const { slot, lamports } = await chain.balances(wallets.map(({ address }) => address));
  const held = (index: number) => lamports[index] ?? 0n;
  const swept = new Set<string>();
  const sweeps = wallets.flatMap(({ sweep, booked }, index) => (sweep && held(index) !== booked ? [sweep] : []));
  const statuses = await chain.statuses(sweeps.map(({ signature }) => signature));
  for (const [index, status] of statuses.entries()) {
    const landed = status?.level === "finalized" && !status.failed && status.slot <= slot;
    if (landed) swept.add(sweeps[index]?.signature ?? "");
  }
  return wallets
    .map((wallet, index) => {
      const { sweep, booked } = wallet;
      const gone = sweep && swept.has(sweep.signature) ? sweep.lamports : 0n;
      return { wallet, residual: held(index) - booked + gone };
    })
    .filter(({ residual }) => residual !== 0n);
}

/** Those that differed once: what passes is passed over, arrivals are named, and what stays is a finding. */
async function lookAgain(needs: AddressNeeds, ids: readonly string[]): Promise<Omit<AddressTotals, "count">> {
  let open = ids;
  const outcome = { arriving: 0n, unexplained: 0n };
  for (let times = 2; times <= LOOKS && open.length > 0; times++) {
    await needs.pause();
    const left: string[] = [];
    for (const differing of await look(needs, await readWallets(needs.db, sql`user_id = any (${open}::bigint[])`))) {
      if (await isArriving(needs, differing)) outcome.arriving += differing.residual;
      else if (times < LOOKS) left.push(differing.wallet.userId);
      else outcome.unexplained += report(needs, differing);
    }
    open = left;
  }
  return outcome;
}

async function isArriving(needs: AddressNeeds, { wallet, residual }: Differing): Promise<boolean> {
  if (residual < 0n) return false;
  const { sum, oldest } = await unbookedArrivals(needs, wallet.address, residual);
  if (sum !== residual) return false;
  const { roundFinishedAt } = needs;
  if (oldest && roundFinishedAt && oldest.getTime() < roundFinishedAt.getTime() - MISSED_MS) {
    const detail = `${formatAmount(residual)} SOL, the oldest of ${oldest.toISOString()}`;
    needs.findings.add({ finding: "MISSED_DEPOSIT", subject: wallet.address, detail });
  }
  return true;
}

function report({ findings }: AddressNeeds, { wallet, residual }: Differing): bigint {
  const how = residual > 0n ? "more" : "less";
  const detail = `the chain has ${formatAmount(residual < 0n ? -residual : residual)} SOL ${how} than the books' ${formatAmount(wallet.booked)}`;
  findings.add({ finding: "ADDRESS_CHAIN", subject: wallet.address, detail });
  return residual;
}

async function readWallets(db: Database, where: ReturnType<typeof sql>): Promise<Wallet[]> {
  const { rows } = await sql<{
    user_id: string;
    address: string;
    booked: string;
    posted: string;
    sweep: { signature: string; lamports: string } | null;
  }>`
    with page as materialized (
      select user_id, address, booked from wallets where ${where} order by user_id limit ${AT_ONCE}
    )
    select p.user_id::text, p.address, p.booked::text,
           ((select coalesce(sum(amount), 0) from deposits d where d.user_id = p.user_id and d.address = p.address)
          + (select coalesce(sum(amount), 0) from suspense_items i where i.address = p.address)
          - (select coalesce(sum(amount), 0) from sweeps s where s.user_id = p.user_id and s.state = 'DONE'))::text as posted,
           (select jsonb_build_object('signature', a.signature, 'lamports', a.lamports::text)
              from sweeps s join payment_attempts a on a.sweep_id = s.id and a.state in ('SIGNED', 'SENT')
             where s.user_id = p.user_id and s.state = 'OPEN') as sweep
      from page p order by p.user_id`.execute(db);
  return rows.map(({ user_id, address, booked, posted, sweep }) => ({
    userId: user_id,
    address,
    booked: BigInt(booked),
    posted: BigInt(posted),
    sweep: sweep && { signature: sweep.signature, lamports: BigInt(sweep.lamports) },
  }));
}
