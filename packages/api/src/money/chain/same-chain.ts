import { ChainError } from "@bbux/chain";
import type { Services } from "../../platform/context/index.ts";
import { raiseAlert } from "./alerts.commands.ts";

const verified = new WeakSet<object>();

/** The chain isn't the one that the books were kept on, so no money may move. */
export class WrongChainError extends ChainError {
  constructor(message: string) {
    super("REFUSED", message);
  }
}

/**
 * Requires the chain that these books belong to, checked once per process; the first chain ever seen is remembered.
 * Without this check, a platform pointed at another cluster would consider every payment lost and pay again.
 * @throws WrongChainError, ChainError
 */
export async function requireSameChain(
  services: Pick<Services, "db" | "chain" | "platformWallet" | "now">,
): Promise<void> {
  const { db, chain, platformWallet } = services;
  if (verified.has(chain)) return;
  const genesis = await chain.genesisHash();
  const hot = platformWallet.address;
  await db
    .updateTable("chain_state")
    .set({ genesis_hash: genesis, hot_address: hot })
    .where("genesis_hash", "is", null)
    .execute();
  const known = await db.selectFrom("chain_state").select(["genesis_hash", "hot_address"]).executeTakeFirstOrThrow();
  if (known.genesis_hash !== genesis) {
    await complain(services, "genesis", `The books belong to the chain ${known.genesis_hash}; this one is ${genesis}`);
  }
  if (known.hot_address !== hot) {
    await complain(services, "wallet", `The books belong to the wallet ${known.hot_address}; this one is ${hot}`);
  }
  verified.add(chain);
}

async function complain(services: Pick<Services, "db" | "now">, subject: string, detail: string): Promise<never> {
  await raiseAlert(services, { kind: "wrong_chain", subject, detail });
  throw new WrongChainError(detail);
}
