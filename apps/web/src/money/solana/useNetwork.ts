import type { WalletNetwork } from "@bbux/contract";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";

const NAMES: Record<WalletNetwork["cluster"], string> = {
  "mainnet-beta": "Solana",
  devnet: "Solana devnet",
  testnet: "Solana testnet",
  custom: "Solana",
  local: "Local test chain",
};

/** The chain, its name (null until it is known), and its explorer's links for transactions and addresses; null where there is none. */
export function useNetwork() {
  const { user } = useSession();
  const { data } = trpc.wallet.network.useQuery(undefined, { enabled: user !== null, staleTime: Infinity });
  return {
    local: data?.local ?? false,
    name: data ? NAMES[data.cluster] : null,
    transactionHref: (signature: string) => data?.explorerTransaction?.replace("{signature}", signature) ?? null,
    addressHref: (address: string) => data?.explorerAddress?.replace("{address}", address) ?? null,
  };
}
