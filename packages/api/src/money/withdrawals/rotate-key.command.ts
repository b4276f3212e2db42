import { withLease } from "@bbux/db";
import type { Services } from "../../platform/context/index.ts";
import { requireSignersBooks } from "../chain/index.ts";
import { adoptWalletKeys, type KeyPurpose, latestKey, type WalletKey, walletKeys } from "../wallet-keys/index.ts";

/** `recorded`: the books have learned of an earlier rotation. `under way`: one isn't over, so none was begun. */
export interface Rotated {
  readonly key: WalletKey;
  readonly outcome: "made" | "recorded" | "under way";
}

/**
 * Begins to replace the hot wallet, or the authority of nonce accounts, beside a running platform, whose workers then move the SOL and
 * hand the accounts over (docs/adr/0030). A rotation that was cut short is recorded instead, and one at a time runs.
 * @param rotate asks the signer, as its operator; asking for the same version again changes nothing
 * @throws AppError CONFLICT if the signer signs for other books; SignerError; Error if the signer's keys aren't those that the
 *   books name, as after the loss of its file
 */
export async function rotateWalletKey(
  services: Pick<Services, "db" | "now" | "signer" | "platformWallet" | "failpoint">,
  purpose: KeyPurpose,
  rotate: (request: { readonly version: number }) => Promise<void>,
): Promise<Rotated> {
  const latest = async () => latestKey(await walletKeys(services), purpose);
  const adopt = async () => {
    const adopted = await adoptWalletKeys(services);
    if (adopted.problem !== null) throw new Error(`No key is made, because ${adopted.problem}`);
    return adopted.added;
  };
  // Two operators at once begin one rotation. Workers adopt keys at any time, so adopting needs no lease.
  return withLease(services.db, "rotate wallet key", async () => {
    await requireSignersBooks(services, services.db);
    const before = await latest();
    await adopt();
    const found = await latest();
    if (found.version !== before.version) return { key: found, outcome: "recorded" };
    if (found.state !== "DONE") return { key: found, outcome: "under way" };
    await rotate({ version: found.version + 1 });
    await services.failpoint("keys.rotated");
    await adopt();
    return { key: await latest(), outcome: "made" };
  });
}
