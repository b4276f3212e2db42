import type { WalletError } from "@solana/wallet-adapter-base";
import { ConnectionProvider, useWallet, WalletProvider } from "@solana/wallet-adapter-react";
import { useEffect, useMemo } from "react";
import { changeConnection, currentConnection, publishControls, STORED_WALLET } from "../connection.ts";
import { DEVELOPMENT_WALLET } from "../development/name.ts";
import { PROXY_PATH } from "../rpc.ts";
import { proveAddress } from "./prove.ts";
import { signTransfer } from "./transfer.ts";
import { useWalletsDetected } from "./useWalletsDetected.ts";

/** Wallets announce themselves through the Wallet Standard; no adapter of a particular wallet is built in. */
const NONE: never[] = [];

/**
 * The wallet adapters, mounted beside the page instead of around it, so that they can load late: their state goes to
 * `connection.ts`, which also gets their functions.
 */
export function Provider() {
  const endpoint = useMemo(() => new URL(PROXY_PATH, window.location.origin).href, []);
  return (
    <ConnectionProvider endpoint={endpoint}>
      <WalletProvider wallets={NONE} autoConnect localStorageKey={STORED_WALLET} onError={noticeFailure}>
        <Bridge />
      </WalletProvider>
    </ConnectionProvider>
  );
}

function Bridge() {
  const { wallets, wallet, connected, connecting, select, disconnect, signTransaction, signMessage, signIn } =
    useWallet();
  const settled = useWalletsDetected();
  // The wallet's own key, because the context still has the last wallet's while another one is being chosen.
  const publicKey = (connected && wallet?.adapter.publicKey) || null;
  const address = publicKey?.toBase58() ?? null;

  useEffect(() => {
    const sign = signTransaction && publicKey ? signTransfer(signTransaction, publicKey) : null;
    const prove = publicKey && proveAddress({ address: publicKey.toBase58(), signIn, signMessage });
    publishControls({
      select: (name) => select(wallets.find(({ adapter }) => adapter.name === name)?.adapter.name ?? null),
      disconnect,
      sign,
      prove,
    });
  }, [wallets, select, disconnect, signTransaction, signMessage, signIn, publicKey]);

  const choices = useMemo(
    () => wallets.map(({ adapter, readyState }) => ({ name: adapter.name, icon: adapter.icon, readyState })),
    [wallets],
  );
  useEffect(() => {
    const walletName = wallet?.adapter.name ?? null;
    changeConnection({
      loading: "ready",
      wallets: choices,
      settled,
      walletName,
      address,
      connecting,
      development: walletName === DEVELOPMENT_WALLET,
    });
  }, [choices, settled, wallet, address, connecting]);

  return null;
}

/**
 * Shown in the modal to the person who chose the wallet. A failed reconnect isn't worth a message, and a failed
 * signature goes to its caller.
 */
function noticeFailure(error: WalletError, adapter?: { readonly name: string }): void {
  const { modal, address } = currentConnection();
  if (!modal || address !== null || !adapter) return;
  const text = error.message.trim() || "The wallet gave no reason.";
  changeConnection({ failure: { wallet: adapter.name, text } });
}
