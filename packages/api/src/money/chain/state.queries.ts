import type { Database } from "@bbux/db";

/** How far the platform has read the chain, and whether payments are stopped. One row. */
export interface ChainState {
  readonly genesisHash: string | null;
  /** The last known balance of all hot wallets on the chain, in lamports, and its slot. */
  readonly hotLamports: bigint;
  readonly hotSlot: bigint;
  readonly roundFinishedAt: Date | null;
  readonly withdrawalsStopped: { readonly at: Date; readonly because: string } | null;
}

/** @throws Error when the migrations haven't created the row */
export async function chainState(db: Database): Promise<ChainState> {
  const row = await db.selectFrom("chain_state").selectAll().executeTakeFirstOrThrow();
  return {
    genesisHash: row.genesis_hash,
    hotLamports: BigInt(row.hot_lamports),
    hotSlot: BigInt(row.hot_slot),
    roundFinishedAt: row.round_finished_at,
    withdrawalsStopped: row.withdrawals_stopped_at && {
      at: row.withdrawals_stopped_at,
      because: row.withdrawals_stopped_because ?? "",
    },
  };
}
