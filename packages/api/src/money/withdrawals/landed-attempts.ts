import { pagesById } from "@bbux/db";
import type { Services } from "../../platform/context/index.ts";
import { openAttempts } from "./attempts.sql.ts";

/** Signatures per call to the chain. */
const BATCH_SIZE = 256;

/** Open attempts that the chain has decided, by signature: true for those that failed. */
export type LandedAttempts = ReadonlyMap<string, boolean>;

/** Returns the open attempts that were final at the slot. */
export async function landedAttempts(
  { db, chain }: Pick<Services, "db" | "chain">,
  slot: bigint,
): Promise<LandedAttempts> {
  const landed = new Map<string, boolean>();
  for await (const open of pagesById((after) => openAttempts(db, BATCH_SIZE, after))) {
    const statuses = await chain.statuses(
      open.map(({ signature }) => signature),
      slot,
    );
    for (const [index, { signature }] of open.entries()) {
      const status = statuses[index];
      if (status?.level === "finalized" && status.slot <= slot) landed.set(signature, status.failed);
    }
  }
  return landed;
}
