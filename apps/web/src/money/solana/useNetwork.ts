import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";

/** The chain, and its explorer's links for transactions and addresses; null where there is none. */
export function useNetwork() {
  const { user } = useSession();
  const { data } = trpc.wallet.network.useQuery(undefined, { enabled: user !== null, staleTime: Infinity });
  return {
    local: data?.local ?? false,
    transactionHref: (signature: string) => data?.explorerTransaction?.replace("{signature}", signature) ?? null,
    addressHref: (address: string) => data?.explorerAddress?.replace("{address}", address) ?? null,
  };
}
