import type { WalletRequest } from "@bbux/contract";
import type { NamedProof } from "../../lib/providedWallets.ts";
import { WalletDismissed, WalletFailed } from "../../lib/walletProof.ts";
import {
  currentConnection,
  currentControls,
  disconnectWallet,
  hasArrived,
  onConnection,
  onLeave,
  openWalletModal,
} from "./connection.ts";

const CANT_SIGN = "This wallet can't sign messages. Choose another one.";
const NOT_LOADED = "We couldn't load the wallets. Check your connection and try again.";
const DISCONNECTED = "The wallet was disconnected. Connect it and try again.";
/** Wallets have no common code for a request that a person declined. */
const DECLINED = /reject|declin|denied|cancel/i;

let running: AbortController | null = null;
onLeave(() => running?.abort());

/**
 * Has a wallet prove its address: the connected one, or the one that the person chooses in the modal. A second call
 * dismisses the first.
 * @param ask fetches what the wallet signs; called once there is a wallet, because it expires
 * @throws as `ProveWallet` says
 */
export async function proveWallet(
  ask: () => Promise<WalletRequest>,
  { another = false }: { readonly another?: boolean } = {},
): Promise<NamedProof> {
  running?.abort();
  const mine = new AbortController();
  running = mine;
  try {
    if (another && currentConnection().address !== null) await disconnectWallet();
    return await Promise.race([prove(ask, mine.signal), dismissal(mine.signal)]);
  } finally {
    if (running === mine) running = null;
  }
}

async function prove(ask: () => Promise<WalletRequest>, signal: AbortSignal) {
  if (!canProve()) await untilChosen(signal);
  if (!canProve()) throw new WalletFailed(CANT_SIGN);
  const request = await ask();
  if (signal.aborted) throw new WalletDismissed();
  // Looked up again, because the wallet may have been disconnected by now.
  const by = currentControls()?.prove;
  const { walletName } = currentConnection();
  if (!by || walletName === null) throw new WalletFailed(DISCONNECTED);
  try {
    return { ...(await by(request)), walletName };
  } catch (error) {
    throw new WalletFailed(sentenceFor(error, walletName), { cause: error });
  }
}

/** A connected wallet that can't sign messages isn't used, so that another one can be chosen. */
function canProve(): boolean {
  return currentConnection().address !== null && currentControls()?.prove != null;
}

/** Opens the modal and waits until it has closed. */
function untilChosen(signal: AbortSignal): Promise<void> {
  openWalletModal();
  return new Promise((resolve, reject) => {
    const stop = onConnection(() => {
      const connection = currentConnection();
      if (connection.modal) return;
      stop();
      if (hasArrived(connection)) resolve();
      else reject(connection.modalFailed ? new WalletFailed(NOT_LOADED) : new WalletDismissed());
    });
    signal.addEventListener("abort", stop);
  });
}

function dismissal(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new WalletDismissed()));
  });
}

function sentenceFor(error: unknown, walletName: string): string {
  const declined = error instanceof Error && DECLINED.test(error.message);
  return declined
    ? `You declined the request in ${walletName}.`
    : `We couldn't get a signature from ${walletName}. Please try again.`;
}
