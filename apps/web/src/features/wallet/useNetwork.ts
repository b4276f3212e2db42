import { useSession } from "../../session.tsx";
import { trpc } from "../../trpc.ts";

/** Which chain this is, and where its transactions and addresses can be looked at; the links are null where nowhere. */
export function useNetwork() {
  const { user } = useSession();
  const { data } = trpc.wallet.network.useQuery(undefined, { enabled: user !== null, staleTime: Infinity });
  return {
    local: data?.local ?? false,
    transactionHref: (signature: string) => data?.explorerTransaction?.replace("{signature}", signature) ?? null,
    addressHref: (address: string) => data?.explorerAddress?.replace("{address}", address) ?? null,
  };
}
