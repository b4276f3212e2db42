import type { ChainRpc, Witness } from "@bbux/api";
import type { ChainGateway } from "@bbux/chain";
import { startLocalChain } from "@bbux/local-chain";
import type { Env } from "./env.ts";
import { announceChain } from "./running-chain.ts";
import { gatewayTo, witnessOf } from "./witness.ts";

/** Clusters by their genesis hash. */
const CLUSTERS: Readonly<Record<string, ChainRpc["cluster"]>> = {
  "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d": "mainnet-beta",
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: "devnet",
  "4uhcVJyU9pJkvQyS88uRDiswHScCKQ3XQwtLGC9oZ5Gz": "testnet",
};
const EXPLORER = "https://explorer.solana.com";

export interface OpenChain {
  readonly gateway: ChainGateway;
  readonly rpc: ChainRpc;
  /** The node at SOLANA_WITNESS_URL. */
  readonly witness: Witness | null;
  /** A line for the operator. */
  readonly says: string;
  stop(): Promise<void>;
}

/**
 * The cluster at SOLANA_RPC_URL, or the local chain, started here. A cluster that is unreachable now may be reachable later, so
 * it doesn't block the start.
 * @throws Error if the local chain's port is taken
 */
export async function openChain(env: Env, log: (line: string) => void, onLost: () => void): Promise<OpenChain> {
  if (env.SOLANA_RPC_URL) {
    const gateway = gatewayTo(env.SOLANA_RPC_URL, env);
    const genesis = await gateway.genesisHash().catch(() => null);
    const cluster = (genesis !== null && CLUSTERS[genesis]) || "custom";
    const witness = witnessOf(env);
    const second = witness ? `, with ${witness.name} as second node` : "";
    return {
      gateway,
      witness,
      rpc: { url: env.SOLANA_RPC_URL, cluster, local: false, explorer: explorerOf(env, cluster, env.SOLANA_RPC_URL) },
      says: genesis === null ? "a Solana cluster that does not answer (SOLANA_RPC_URL)" : `Solana, ${cluster}${second}`,
      stop: async () => undefined,
    };
  }
  const chain = await startLocalChain({
    dataDir: env.DATA_DIR,
    port: env.LOCAL_CHAIN_PORT,
    finalizedAfter: env.LOCAL_CHAIN_FINAL_AFTER,
    log,
    onLost,
  });
  const takeBack = announceChain(env.DATA_DIR, chain.url);
  return {
    gateway: gatewayTo(chain.url, env),
    witness: null,
    rpc: {
      url: chain.url,
      cluster: "local",
      local: env.NODE_ENV !== "production",
      explorer: explorerOf(env, "local", chain.url),
    },
    says: `local Solana chain at ${chain.url}, its SOL worth nothing`,
    async stop() {
      takeBack();
      await chain.stop();
    },
  };
}

function explorerOf(env: Env, cluster: ChainRpc["cluster"], url: string): ChainRpc["explorer"] {
  const base = env.SOLANA_EXPLORER_URL?.replace(/\/$/, "") ?? EXPLORER;
  // A node's address may contain a key, so it is never shown; a cluster without an explorer has no links.
  if (cluster === "custom" && !env.SOLANA_EXPLORER_URL) return null;
  const query =
    cluster === "mainnet-beta" || cluster === "custom"
      ? ""
      : cluster === "local"
        ? `?cluster=custom&customUrl=${encodeURIComponent(url)}`
        : `?cluster=${cluster}`;
  return { transaction: `${base}/tx/{signature}${query}`, address: `${base}/address/{address}${query}` };
}
