import { useSyncExternalStore } from "react";

/** Where the browser keeps the name of the wallet that was connected last. */
export const STORED_WALLET = "bbux.wallet";

/** What the wallet adapters say of a wallet (spec core §4). */
export type ReadyState = "Installed" | "Loadable" | "NotDetected" | "Unsupported";

/** A wallet that the browser has. */
export interface WalletChoice {
  readonly name: string;
  /** A data: address; wallets bring their own picture. */
  readonly icon: string;
  readonly readyState: ReadyState;
}

export interface Transfer {
  /** Base58. */
  readonly to: string;
  readonly lamports: bigint;
  readonly blockhash: string;
}

export interface SignedTransfer {
  readonly bytes: Uint8Array;
  /** Base58: what the transaction will be known by. */
  readonly signature: string;
}

/** Has the connected wallet sign a transfer from its own address. Rejects when it fails or the person declines. */
export type SignTransfer = (transfer: Transfer) => Promise<SignedTransfer>;

/** What the provider does for the rest of the page. */
export interface Controls {
  select(name: string | null): void;
  disconnect(): Promise<void>;
  /** `null` when the connected wallet offers no signing of transactions. */
  readonly sign: SignTransfer | null;
}

export interface ConnectionState {
  /** The part with web3.js: fetched when somebody needs a wallet. */
  readonly loading: "idle" | "loading" | "ready" | "failed";
  readonly wallets: readonly WalletChoice[];
  /** Every wallet that could be there has had its time to say so. */
  readonly settled: boolean;
  /** The wallet chosen, connected or about to be. */
  readonly walletName: string | null;
  /** Base58; `null` while not connected. */
  readonly address: string | null;
  readonly connecting: boolean;
  /** The connected wallet is the one that comes with the local chain. */
  readonly development: boolean;
  /** Why the last attempt that a person started came to nothing. */
  readonly failure: { readonly wallet: string; readonly text: string } | null;
  readonly modal: boolean;
}

const NOTHING: ConnectionState = {
  loading: "idle",
  wallets: [],
  settled: false,
  walletName: null,
  address: null,
  connecting: false,
  development: false,
  failure: null,
  modal: false,
};

let state: ConnectionState = NOTHING;
let controls: Controls | null = null;
const listeners = new Set<() => void>();

export function currentConnection(): ConnectionState {
  return state;
}

export function changeConnection(part: Partial<ConnectionState>): void {
  const changed = Object.entries(part).some(([key, value]) => Reflect.get(state, key) !== value);
  if (!changed) return;
  state = { ...state, ...part };
  for (const tell of listeners) tell();
}

/** The provider is there, or gone. */
export function publishControls(next: Controls | null): void {
  controls = next;
}

export function currentControls(): Controls | null {
  return controls;
}

/** The browser's wallet, as the page sees it. Fetches nothing by itself. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(subscribe, currentConnection);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a wallet was connected here when the page was last used, so that it connects by itself (spec core §4). */
export function hasStoredWallet(): boolean {
  try {
    return localStorage.getItem(STORED_WALLET) !== null;
  } catch {
    return false;
  }
}

/** Fetches the part with web3.js, unless it is there or on its way. `WalletHost` does what is asked for here. */
export function wantWallets(): void {
  if (state.loading === "idle" || state.loading === "failed") changeConnection({ loading: "loading" });
}

export function openWalletModal(): void {
  wantWallets();
  changeConnection({ modal: true, failure: null });
}

export function closeWalletModal(): void {
  changeConnection({ modal: false });
}

/** A person chose this wallet: it asks them by its own window. */
export function connectTo(name: string): void {
  changeConnection({ failure: null });
  controls?.select(name);
}

export async function disconnectWallet(): Promise<void> {
  try {
    await controls?.disconnect();
  } finally {
    controls?.select(null);
  }
}

const leavers = new Set<() => void>();

/** Called when who was signed in has left. */
export function onLeave(act: () => void): void {
  leavers.add(act);
}

/** Who was signed in has left: what they had open goes with them. */
export function resetConnection(): void {
  controls = null;
  changeConnection(NOTHING);
  for (const act of leavers) act();
}
