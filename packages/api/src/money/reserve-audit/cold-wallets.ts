import { formatAmount } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { unbookedArrivals } from "./arrivals.ts";
import type { Findings } from "./findings.ts";
import type { Asked } from "./patient.ts";

/** Times a cold wallet is found to differ before that becomes a finding. */
const POLLS = 4;

export interface ColdNeeds {
  readonly db: Database;
  readonly chain: Asked;
  readonly findings: Findings;
  readonly pause: () => Promise<void>;
}

/** In lamports. */
export interface ColdTotals {
  readonly onChain: bigint;
  readonly arriving: bigint;
  /** Signed: the part that nothing explains. */
  readonly unexplained: bigint;
}

interface Wallet {
  readonly address: string;
  readonly booked: bigint;
  /** Open transactions that pay it, of which one may have landed. */
  readonly signatures: readonly string[];
  readonly moving: bigint;
}

/**
 * Compares what each cold wallet holds with the books. Only moves that landed and aren't booked, and arrivals that weren't read yet,
 * may explain a difference.
 */
export async function auditColdWallets(needs: ColdNeeds): Promise<ColdTotals> {
  const totals = { onChain: 0n, arriving: 0n, unexplained: 0n };
  for (const { address } of await readWallets(needs.db)) {
    const { held, residual, isArriving } = await compare(needs, address);
    totals.onChain += held;
    if (isArriving) totals.arriving += residual;
    else totals.unexplained += residual;
    if (isArriving || residual === 0n) continue;
    const how = residual > 0n ? "more" : "less";
    const detail = `the chain has ${formatAmount(residual < 0n ? -residual : residual)} SOL ${how} than the books and what has landed explain`;
    needs.findings.add({ finding: "COLD_WALLET", subject: address, detail });
  }
  return totals;
}

async function compare(needs: ColdNeeds, address: string) {
  for (let times = 1; ; times++) {
    const { held, residual } = await look(needs, address);
    const { sum } = residual > 0n ? await unbookedArrivals(needs, address, residual) : { sum: 0n };
    const isArriving = residual > 0n && sum === residual;
    if (residual === 0n || isArriving || times === POLLS) return { held, residual, isArriving };
    await needs.pause();
  }
}

/** The books first, then the chain, then what happened to the moves that were open in the books. */
async function look({ db, chain }: ColdNeeds, address: string): Promise<{ held: bigint; residual: bigint }> {
  const wallet = (await readWallets(db)).find((each) => each.address === address);
  const { slot, lamports } = await chain.balances([address]);
  const held = lamports[0] ?? 0n;
  if (!wallet) return { held, residual: held };
  const { booked, signatures, moving } = wallet;
  const statuses = signatures.length > 0 ? await chain.statuses(signatures) : [];
  const hasLanded = statuses.some((status) => status?.level === "finalized" && !status.failed && status.slot <= slot);
  return { held, residual: held - booked - (hasLanded ? moving : 0n) };
}

async function readWallets(db: Database): Promise<Wallet[]> {
  const { rows } = await sql<{ address: string; booked: string; signatures: string[]; moving: string }>`
    select c.address, c.booked::text, coalesce(t.amount, 0)::text as moving,
           array(select p.signature from payment_attempts p
                  where p.cold_transfer_id = t.id and p.state in ('SIGNED', 'SENT', 'REPLACED')) as signatures
      from cold_wallets c left join cold_transfers t on t.address = c.address and t.state = 'OPEN'
     where c.is_current or c.booked <> 0 order by c.created_at`.execute(db);
  return rows.map(({ booked, moving, ...rest }) => ({ ...rest, booked: BigInt(booked), moving: BigInt(moving) }));
}
