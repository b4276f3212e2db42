import type { ChainTransaction, KeyVersions } from "@bbux/chain";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";

export type KeyPurpose = keyof KeyVersions;

/** A hot wallet, or an authority of nonce accounts. */
export interface WalletKey {
  readonly version: number;
  readonly address: string;
  /** How far it has taken over (README.md). */
  readonly state: "MOVING" | "CLEARING" | "HANDING_OVER" | "DONE";
}

/** By purpose and version, from 1 without gaps. */
export type WalletKeys = Readonly<Record<KeyPurpose, readonly [WalletKey, ...WalletKey[]]>>;

/** Reads the keys that the books know. The first of each purpose is the platform's seed, and in no table. */
export async function walletKeys({ db, platformWallet }: Pick<Services, "db" | "platformWallet">): Promise<WalletKeys> {
  const later = await laterKeys(db);
  const first: WalletKey = { version: 1, address: platformWallet.address, state: "DONE" };
  const of = (wanted: KeyPurpose) =>
    later.filter(({ purpose }) => purpose === wanted).map(({ purpose: _, ...key }) => key);
  return { hot: [first, ...of("hot")], nonce: [first, ...of("nonce")] };
}

/** Those that were made after the first ones, by purpose and version. */
export async function laterKeys(db: Database): Promise<(WalletKey & { readonly purpose: KeyPurpose })[]> {
  const { rows } = await sql<WalletKey & { purpose: KeyPurpose }>`
    select purpose, version, address, state from wallet_keys order by purpose, version`.execute(db);
  return rows;
}

/** The newest key of a purpose. */
export function latestKey(keys: WalletKeys, purpose: KeyPurpose): WalletKey {
  return keys[purpose].at(-1) ?? keys[purpose][0];
}

/** The hot wallet that pays what is new: the newest to which SOL has been moved. */
export function payerKey({ hot }: WalletKeys): WalletKey {
  return hot.findLast(({ state }) => state !== "MOVING") ?? hot[0];
}

/** @returns null for an address that isn't one of this purpose */
export function versionOf(keys: WalletKeys, purpose: KeyPurpose, address: string | undefined): number | null {
  return keys[purpose].find((key) => key.address === address)?.version ?? null;
}

/** Whether it is a hot wallet's address, or that of an authority of nonce accounts. */
export function isOwnAddress(keys: WalletKeys, address: string): boolean {
  return versionOf(keys, "hot", address) !== null || versionOf(keys, "nonce", address) !== null;
}

/**
 * A transaction as if all hot wallets were one, at the address of the first: what goes from one to another is then no change, as in
 * the books, which say nothing about places.
 */
export function asOneHotWallet({ hot }: WalletKeys, transaction: ChainTransaction): ChainTransaction {
  const [{ address: one }] = hot;
  const named = (address: string) => (hot.some((key) => key.address === address) ? one : address);
  if (hot.length === 1) return transaction;
  const changes = new Map<string, bigint>();
  for (const [address, change] of transaction.changes) {
    changes.set(named(address), (changes.get(named(address)) ?? 0n) + change);
  }
  return {
    ...transaction,
    changes,
    feePayer: named(transaction.feePayer),
    signers: [...new Set(transaction.signers.map(named))],
  };
}
