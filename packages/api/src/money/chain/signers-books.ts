import type { Database } from "@bbux/db";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { readFence } from "./fence.ts";

/**
 * Requires that these are the books that the signer signs for: those of its wallet, and the newest that have asked it. A key that was
 * made for a copy would be unknown to the platform's own books, which then make no checkpoint.
 * @throws AppError CONFLICT with a sentence for the operator; SignerError
 */
export async function requireSignersBooks({ signer }: Pick<Services, "signer">, db: Database): Promise<void> {
  const { address } = await signer.view();
  const { hot_address: known } = await db.selectFrom("chain_state").select("hot_address").executeTakeFirstOrThrow();
  if (known !== null && known !== address) {
    const message = `These books belong to the wallet ${known}, and the signer holds the keys of ${address}`;
    throw new AppError("CONFLICT", { message });
  }
  const newest = await signer.fence();
  // It has signed nothing that moves money yet.
  if (!newest) return;
  const own = await readFence(db);
  if (own?.number === newest.number && own.identity === newest.identity) return;
  const message = `The signer signs for other books, at fence ${newest.number} on ${newest.identity}: set DATABASE_URL to the platform's own database. If this is it, start the platform, and try again once its fence is open`;
  throw new AppError("CONFLICT", { message });
}
