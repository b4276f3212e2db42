import { useSyncExternalStore } from "react";

/** Where the browser keeps the name of the last connected wallet. */
export const STORED_WALLET = "bbux.wallet";

/** The wallet adapters' states. */
export type ReadyState = "Installed" | "Loadable" | "NotDetected" | "Unsupported";

/** A wallet that the browser has. */
export interface WalletChoice {
  readonly name: string;
  /** A data: URL, because wallets bring their own picture. */
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
  /** Base58: the transaction's signature. */
  readonly signature: string;
}

/** Has the connected wallet sign a transfer from its address. Rejects when it fails or the person declines. */
export type SignTransfer = (transfer: Transfer) => Promise<SignedTransfer>;

/** What the provider offers the rest of the page. */
export interface Controls {
  select(name: string | null): void;
  disconnect(): Promise<void>;
  /** `null` when the connected wallet can't sign transactions. */
  readonly sign: SignTransfer | null;
}

export interface ConnectionState {
  /** The part with web3.js, loaded when a wallet is needed. */
  readonly loading: "idle" | "loading" | "ready" | "failed";
  readonly wallets: readonly WalletChoice[];
  /** Every possible wallet has had time to announce itself. */
  readonly settled: boolean;
  /** The chosen wallet, connected or connecting. */
  readonly walletName: string | null;
  /** Base58; `null` while not connected. */
  readonly address: string | null;
  readonly connecting: boolean;
  /** The connected wallet is the local chain's development wallet. */
  readonly development: boolean;
  /** Why the last attempt that a person started failed. */
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
  for (const listener of listeners) listener();
}

/** Called when the provider mounts or unmounts. */
export function publishControls(next: Controls | null): void {
  controls = next;
}

export function currentControls(): Controls | null {
  return controls;
}

/** The browser's wallet, as the page sees it. Loads nothing itself. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(subscribe, currentConnection);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a wallet was connected when the page was last used, so that it reconnects. */
export function hasStoredWallet(): boolean {
  try {
    return localStorage.getItem(STORED_WALLET) !== null;
  } catch {
    return false;
  }
}

/** Loads the part with web3.js unless it is loaded or loading. `WalletHost` does the work. */
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

/** Connects the wallet that a person chose, which asks them in its own window. */
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

/** Called when the member has signed out. */
export function onLeave(act: () => void): void {
  leavers.add(act);
}

/** The member has signed out, so their open dialogs close. */
export function resetConnection(): void {
  controls = null;
  changeConnection(NOTHING);
  for (const act of leavers) act();
}
