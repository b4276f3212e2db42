import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useConnection, wantWallets } from "./connection.ts";
import { balanceOf } from "./rpc.ts";

/** The browser's wallet is connected, with an address, or it is not. */
export type ConnectedWallet =
  | {
      readonly status: "connected";
      /** Base58. */
      readonly address: string;
      readonly walletName: string;
      /** The local chain's development wallet, whose SOL is worth nothing. */
      readonly development: boolean;
      /** Confirmed SOL at the address in lamports; `null` until it is known. */
      readonly solBalance: bigint | null;
    }
  | {
      readonly status: "not connected";
      readonly address: null;
      readonly walletName: null;
      readonly development: false;
      readonly solBalance: null;
      /** A wallet is asking. */
      readonly connecting: boolean;
    };

/** The query key for a browser wallet's SOL; refetched after deposits. */
export const SOL_BALANCE = "solana-balance";

/** Returns the connected wallet with its SOL. For pages about money, because it loads the part with web3.js. */
export function useConnectedWallet(): ConnectedWallet {
  const { address, walletName, connecting, loading, development } = useConnection();
  useEffect(wantWallets, []);
  const balance = useQuery({
    queryKey: [SOL_BALANCE, address],
    queryFn: () => balanceOf(address ?? ""),
    enabled: address !== null,
    refetchInterval: 30_000,
  });
  if (address === null || walletName === null) {
    const busy = connecting || loading === "loading";
    return { ...ABSENT, connecting: busy };
  }
  return { status: "connected", address, walletName, development, solBalance: balance.data ?? null };
}

const ABSENT = {
  status: "not connected",
  address: null,
  walletName: null,
  development: false,
  solBalance: null,
} as const;
