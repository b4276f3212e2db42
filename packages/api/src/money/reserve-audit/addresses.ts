import type { Signer } from "@bbux/chain";
import { formatAmount } from "@bbux/contract";
import { type Database, pagesByKey } from "@bbux/db";
import { sql } from "kysely";
import { unbookedArrivals } from "./arrivals.ts";
import type { Findings } from "./findings.ts";
import type { Asked } from "./patient.ts";

/** Addresses per call to the chain. */
const BATCH_SIZE = 100;
/** Signatures per call to the chain. */
const STATUSES = 256;
/** Times an address is found to differ, while its books stand still, before that becomes a finding. */
const POLLS = 3;
/** After so many looks, it becomes one although its books keep changing. */
const MOST_LOOKS = 30;
/** A watching round that ended this long after an arrival should have found it. */
const MISSED_MS = 60 * 60_000;

export interface AddressNeeds {
  readonly db: Database;
  readonly chain: Asked;
  readonly signer: Pick<Signer, "addressesOf">;
  readonly findings: Findings;
  /** End of the last full round of watching. */
  readonly roundFinishedAt: Date | null;
  readonly pause: () => Promise<void>;
}

export interface AddressTotals {
  readonly count: number;
  /** Found on the chain and not booked yet, in lamports. */
  readonly arriving: bigint;
  /** Signed: the part that nothing explains. */
  readonly unexplained: bigint;
}

interface Wallet {
  readonly userId: string;
  readonly address: string;
  /** Of the key that the address is derived from. */
  readonly version: number;
  readonly booked: bigint;
  /** Deposits and suspense that arrived here, less what was swept. */
  readonly posted: bigint;
  /** The open sweep: its transactions, of which one may have landed. */
  readonly sweep: { readonly signatures: readonly string[]; readonly lamports: bigint } | null;
}

/** A wallet, and what the chain holds beyond the books and the landed sweeps; signed. */
interface Differing {
  readonly wallet: Wallet;
  readonly residual: bigint;
}

/**
 * Compares three things for every deposit address: the rows of the books, the balance by the books, and the balance on
 * the chain. Only arrivals that aren't credited yet and landed sweeps that aren't settled may explain a difference.
 * Works in pages while the platform keeps running.
 */
export async function auditAddresses(needs: AddressNeeds): Promise<AddressTotals> {
  const totals = { count: 0, arriving: 0n, unexplained: 0n };
  let again: string[] = [];
  const recheck = async () => {
    const outcome = await lookAgain(needs, again);
    totals.arriving += outcome.arriving;
    totals.unexplained += outcome.unexplained;
    again = [];
  };
  const pages = pagesByKey({
    from: "0",
    read: (after) => readWallets(needs.db, sql`user_id > ${after}`),
    keyOf: ({ userId }) => userId,
  });
  for await (const wallets of pages) {
    totals.count += wallets.length;
    // The chain right after the books, so that little changes between the two.
    again.push(...(await look(needs, wallets)).map(({ wallet }) => wallet.userId));
    const derived = await needs.signer.addressesOf(wallets.map(({ userId, version }) => ({ userId, version })));
    for (const [nth, wallet] of wallets.entries()) checkBooks(needs, wallet, derived[nth]);
    while (again.length >= BATCH_SIZE) {
      const rest = again.splice(BATCH_SIZE);
      await recheck();
      again = rest;
    }
  }
  await recheck();
  return totals;
}

function checkBooks(
  { findings }: AddressNeeds,
  { userId, address, version, booked, posted }: Wallet,
  derived: string | undefined,
): void {
  if (booked !== posted) {
    const detail = `says ${formatAmount(booked)}, came and swept ${formatAmount(posted)}`;
    findings.add({ finding: "ADDRESS_BOOKS", subject: address, detail });
  }
  if (derived !== address) {
    const detail = `not the address that version ${version} of the deposit key gives member ${userId}`;
    findings.add({ finding: "FOREIGN_ADDRESS", subject: address, detail });
  }
}

/** @returns addresses that differ, with landed sweeps taken into account */
async function look({ chain }: AddressNeeds, wallets: readonly Wallet[]): Promise<Differing[]> {
  // The books first, then the chain, then what happened to the sweeps that were open in the books.
  const { slot, lamports } = await chain.balances(wallets.map(({ address }) => address));
  const held = (index: number) => lamports[index] ?? 0n;
  const swept = new Set<string>();
  const sent = wallets.flatMap(({ sweep, booked }, index) => (sweep && held(index) !== booked ? sweep.signatures : []));
  for (let from = 0; from < sent.length; from += STATUSES) {
    const some = sent.slice(from, from + STATUSES);
    for (const [index, status] of (await chain.statuses(some)).entries()) {
      const landed = status?.level === "finalized" && !status.failed && status.slot <= slot;
      if (landed) swept.add(some[index] ?? "");
    }
  }
  return wallets
    .map((wallet, index) => {
      const { sweep, booked } = wallet;
      const gone = sweep?.signatures.some((signature) => swept.has(signature)) ? sweep.lamports : 0n;
      return { wallet, residual: held(index) - booked + gone };
    })
    .filter(({ residual }) => residual !== 0n);
}

/** Checks differing addresses again: transient differences are dropped, arrivals are named, the rest are findings. */
async function lookAgain(needs: AddressNeeds, ids: readonly string[]): Promise<Omit<AddressTotals, "count">> {
  let open = ids;
  const outcome = { arriving: 0n, unexplained: 0n };
  const times = new Map(ids.map((id) => [id, 1]));
  for (let looks = 2; open.length > 0; looks++) {
    await needs.pause();
    const left: string[] = [];
    const differing = await look(needs, await readWallets(needs.db, among(open)));
    const unexplained: Differing[] = [];
    for (const each of differing) {
      if (await isArriving(needs, each)) outcome.arriving += each.residual;
      else unexplained.push(each);
    }
    // Books that change while the chain is read can't be compared with it: neither its balances nor its arrivals.
    const now = await readWallets(needs.db, among(unexplained.map(({ wallet }) => wallet.userId)));
    for (const each of unexplained) {
      const { userId } = each.wallet;
      const isStill = now.some((wallet) => isUnchanged(wallet, each.wallet));
      const found = (times.get(userId) ?? 0) + (isStill ? 1 : 0);
      times.set(userId, found);
      if (found < POLLS && looks < MOST_LOOKS) left.push(userId);
      else outcome.unexplained += report(needs, each);
    }
    open = left;
  }
  return outcome;
}

const among = (ids: readonly string[]) => sql`user_id = any (${ids}::bigint[])`;

function isUnchanged(now: Wallet, { userId, booked, posted, sweep }: Wallet): boolean {
  const isSame = now.userId === userId && now.booked === booked && now.posted === posted;
  return isSame && String(now.sweep?.signatures) === String(sweep?.signatures);
}

async function isArriving(needs: AddressNeeds, { wallet, residual }: Differing): Promise<boolean> {
  if (residual < 0n) return false;
  const { sum, tookSome, oldest } = await unbookedArrivals(needs, wallet.address, residual);
  if (sum !== residual || tookSome) return false;
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
    version: number;
    booked: string;
    posted: string;
    sweep: { signatures: string[]; lamports: string } | null;
  }>`
    with page as materialized (
      select user_id, address, address_version as version, booked from wallets where ${where} order by user_id limit ${BATCH_SIZE}
    )
    select p.user_id::text, p.address, p.version, p.booked::text,
           ((select coalesce(sum(amount), 0) from deposits d where d.user_id = p.user_id and d.address = p.address)
          + (select coalesce(sum(amount), 0) from suspense_items i where i.address = p.address)
          + (select coalesce(sum(deposit_amount), 0) from cold_movements m where m.deposit_address = p.address)
          - (select coalesce(sum(amount), 0) from sweeps s where s.user_id = p.user_id and s.state = 'DONE'))::text as posted,
           (select jsonb_build_object('signatures', jsonb_agg(a.signature), 'lamports', s.amount::text)
              from sweeps s join payment_attempts a on a.sweep_id = s.id and a.state in ('SIGNED', 'SENT', 'REPLACED')
             where s.user_id = p.user_id and s.state = 'OPEN' group by s.id) as sweep
      from page p order by p.user_id`.execute(db);
  return rows.map(({ user_id, address, version, booked, posted, sweep }) => ({
    userId: user_id,
    address,
    version,
    booked: BigInt(booked),
    posted: BigInt(posted),
    sweep: sweep && { signatures: sweep.signatures, lamports: BigInt(sweep.lamports) },
  }));
}
