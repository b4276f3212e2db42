import { type CreditApprovals, formatAmount, type Reserves, reserveReport, type SuspenseItem } from "@bbux/contract";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { coldWallets, controlProofs } from "../cold-wallet/index.ts";
import { payerKey, walletKeys } from "../wallet-keys/index.ts";
import { liabilitiesOf, readBooks } from "./measure.ts";
import { isStale } from "./stale.command.ts";

/** Reports from before there were cold wallets, or the hot wallet could be replaced, name none. */
const storedReport = reserveReport.extend({
  onChain: reserveReport.shape.onChain.extend({
    coldWallets: reserveReport.shape.onChain.shape.coldWallets.default([]),
    hotWallets: reserveReport.shape.onChain.shape.hotWallets.optional(),
  }),
});

/** Returns the latest report, or what the books say before the chain was ever read. */
export async function getReserves({
  db,
  databaseNow,
  platformWallet,
}: Pick<Services, "db" | "databaseNow" | "platformWallet">): Promise<Reserves> {
  const latest = await db
    .selectFrom("reserve_reports")
    .select(["report", "checked_at"])
    .orderBy("checked_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const at = await databaseNow();
  const proofs = await controlProofs(db);
  if (latest) {
    const { onChain, ...report } = storedReport.parse(latest.report);
    return {
      ...report,
      onChain: { ...onChain, hotWallets: onChain.hotWallets ?? [onChain.hotWallet] },
      controlProofs: proofs,
      checkedAt: latest.checked_at.toISOString(),
      isStale: isStale(latest.checked_at, at),
    };
  }
  const books = await readBooks(db, [], []);
  const keys = await walletKeys({ db, platformWallet });
  const zero = formatAmount(0n);
  return {
    checkedAt: at.toISOString(),
    slot: null,
    status: "unknown",
    isStale: false,
    controlProofs: proofs,
    liabilities: liabilitiesOf(books),
    onChain: {
      hotWallet: { address: payerKey(keys).address, sol: zero },
      hotWallets: keys.hot.map(({ address }) => ({ address, sol: zero })),
      coldWallets: (await coldWallets(db)).map(({ address, isCurrent }) => ({ address, sol: zero, isCurrent })),
      depositAddresses: { count: books.wallets, funded: 0, sol: zero },
      total: zero,
    },
    inFlight: { arriving: zero, leaving: zero },
    difference: zero,
    unexplained: zero,
  };
}

/** Returns unclaimed arrivals: open ones first, oldest first. */
export async function listSuspense(
  db: Services["db"],
): Promise<{ items: Omit<SuspenseItem, keyof CreditApprovals>[]; openTotal: string }> {
  const { rows } = await sql<{
    id: string;
    signature: string;
    address: string;
    amount: string;
    reason: "unknown_sender" | "closed_account" | "cold_opening";
    resolution: string | null;
    resolved_at: Date | null;
    created_at: Date;
  }>`
    select id::text, signature, address, amount::text, reason, resolution, resolved_at, created_at from suspense_items
     order by resolved_at is not null, suspense_items.id limit 1000`.execute(db);
  const open = await sql<{ total: string }>`
    select coalesce(sum(amount), 0)::text as total from suspense_items where resolved_at is null`.execute(db);
  return {
    items: rows.map((row) => ({
      id: row.id,
      signature: row.signature,
      address: row.address,
      amount: formatAmount(BigInt(row.amount)),
      reason: row.reason,
      status: row.resolved_at === null ? "open" : "resolved",
      resolution: row.resolution,
      createdAt: row.created_at.toISOString(),
    })),
    // Over all items, not only the listed ones.
    openTotal: formatAmount(BigInt(open.rows[0]?.total ?? 0)),
  };
}
