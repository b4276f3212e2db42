import type { WalletProof, WalletRequest } from "@bbux/contract";
import { useSyncExternalStore } from "react";
import { loadHost } from "./hostLoader.ts";

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

/** Has the connected wallet sign a message. Rejects when it fails or the person declines. */
export type ProveAddress = (request: WalletRequest) => Promise<WalletProof>;

/** What the provider offers the rest of the page. */
export interface Controls {
  select(name: string | null): void;
  disconnect(): Promise<void>;
  /** `null` when the connected wallet can't sign transactions. */
  readonly sign: SignTransfer | null;
  /** `null` when the connected wallet can't sign messages. */
  readonly prove: ProveAddress | null;
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
  /** The modal's code could not be loaded. */
  readonly modalFailed: boolean;
  /** The wallet that was chosen in the modal since it opened. */
  readonly chosen: string | null;
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
  modalFailed: false,
  chosen: null,
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
  return useSyncExternalStore(onConnection, currentConnection);
}

/** Calls `listener` after each change of the connection. */
export function onConnection(listener: () => void): () => void {
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

/** Loads the part with web3.js unless it is loaded or loading. `WalletHost` does the work, and may have to load first. */
export function wantWallets(): void {
  if (state.loading !== "idle" && state.loading !== "failed") return;
  changeConnection({ loading: "loading" });
  void loadHost().then(failWithoutHost);
}

function failWithoutHost(isThere: boolean): void {
  if (isThere || state.loading !== "loading") return;
  changeConnection({ loading: "failed", modal: false, modalFailed: state.modal });
}

export function openWalletModal(): void {
  wantWallets();
  changeConnection({ modal: true, modalFailed: false, failure: null, chosen: null });
}

export function closeWalletModal(): void {
  changeConnection({ modal: false });
}

/** Connects the wallet that a person chose, which asks them in its own window. */
export function connectTo(name: string): void {
  changeConnection({ failure: null, chosen: name });
  controls?.select(name);
}

/** Whether the wallet that was chosen in the modal is connected. */
export function hasArrived({ chosen, walletName, address }: ConnectionState): boolean {
  return chosen !== null && address !== null && walletName === chosen;
}

export async function disconnectWallet(): Promise<void> {
  try {
    await controls?.disconnect();
    // The provider says so only when it draws again, and who asks at once must not take the wallet for connected.
    changeConnection({ address: null, walletName: null });
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
