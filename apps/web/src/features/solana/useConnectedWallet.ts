import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useConnection, wantWallets } from "./connection.ts";
import { balanceOf } from "./rpc.ts";

/** The browser's wallet is connected, with an address, or it is not (spec core §4). */
export type ConnectedWallet =
  | {
      readonly status: "connected";
      /** Base58. */
      readonly address: string;
      readonly walletName: string;
      /** The wallet that comes with the local chain, whose SOL is worth nothing. */
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
      /** A wallet is being asked. */
      readonly connecting: boolean;
    };

/** Name of the query for the SOL of a browser's wallet; refreshed after deposits. */
export const SOL_BALANCE = "solana-balance";

/** The connected wallet with its SOL. For pages about money: it fetches the part with web3.js. */
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
