import { ed25519 } from "@noble/curves/ed25519";
import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";

/** Where the browser keeps the key: it holds SOL of the local chain, which is worth nothing. */
const KEY = "bbux.developmentWallet";
/** Set while the site is connected, so that it reconnects without asking. */
const TRUSTED = "bbux.developmentWallet.trusted";
/** The first half of a secret key; the other is the public key. */
const SEED_BYTES = 32;

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

/** Signs bytes with the library that web3.js uses, which itself signs transactions only. */
export function signBytes(bytes: Uint8Array): Uint8Array {
  return ed25519.sign(bytes, ownKey().secretKey.slice(0, SEED_BYTES));
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
