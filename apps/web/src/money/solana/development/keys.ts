import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";

/** Where the browser keeps the key: it holds SOL of the local chain, which is worth nothing. */
const KEY = "bbux.developmentWallet";
/** Set while the site is connected, so that it reconnects without asking. */
const TRUSTED = "bbux.developmentWallet.trusted";

let held: Keypair | null = null;

/** Returns this browser's key, which is created on first use. Without storage it lives as long as the page. */
export function ownKey(): Keypair {
  held ??= stored() ?? fresh();
  return held;
}

function stored(): Keypair | null {
  const text = localStorage.getItem(KEY);
  if (text === null) return null;
  try {
    return Keypair.fromSecretKey(bs58.decode(text));
  } catch {
    return null;
  }
}

function fresh(): Keypair {
  const made = Keypair.generate();
  localStorage.setItem(KEY, bs58.encode(made.secretKey));
  return made;
}

/** Returns the secret key in the format that wallets import: base58 of 64 bytes. */
export function exportKey(): string {
  return bs58.encode(ownKey().secretKey);
}

/** Replaces the key; what the old one held is out of reach, unless it was exported. */
export function replaceKey(): void {
  trust(false);
  held = fresh();
}

export function isTrusted(): boolean {
  return localStorage.getItem(TRUSTED) !== null;
}

export function trust(trusted: boolean): void {
  if (trusted) localStorage.setItem(TRUSTED, "1");
  else localStorage.removeItem(TRUSTED);
}
