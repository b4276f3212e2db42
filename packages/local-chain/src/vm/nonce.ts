import { createHash } from "node:crypto";
import { PublicKey, SystemProgram, type VersionedMessage } from "@solana/web3.js";
import bs58 from "bs58";
import type { AccountState } from "./accounts.ts";

/** u32 version 1, u32 state 1 (initialized), authority, nonce, u64 fee. */
const LAYOUT = { bytes: 80, version: 0, state: 4, authority: 8, value: 40, fee: 72 } as const;
const CURRENT = 1;
const INITIALIZED = 1;
/** The System program's instruction AdvanceNonceAccount. */
const ADVANCE = 4;

/** A durable nonce account, as the System program stores it. */
export interface Nonce {
  /** base58 */
  readonly authority: string;
  /** What a transaction names in place of a blockhash, in base58. */
  readonly value: string;
}

/** @returns null for anything but an initialized nonce account */
export function readNonce(state: AccountState | null): Nonce | null {
  if (!state || state.data.length !== LAYOUT.bytes) return null;
  if (!SystemProgram.programId.equals(new PublicKey(state.owner))) return null;
  const data = Buffer.from(state.data);
  if (data.readUInt32LE(LAYOUT.version) !== CURRENT || data.readUInt32LE(LAYOUT.state) !== INITIALIZED) return null;
  return {
    authority: bs58.encode(data.subarray(LAYOUT.authority, LAYOUT.value)),
    value: bs58.encode(data.subarray(LAYOUT.value, LAYOUT.fee)),
  };
}

export function withNonceValue(state: AccountState, value: string): AccountState {
  const data = Uint8Array.from(state.data);
  data.set(bs58.decode(value), LAYOUT.value);
  return { ...state, data };
}

/** The value that a nonce account gets when it is advanced in the block of this blockhash (agave, `DurableNonce::from_blockhash`). */
export function nonceValueFrom(blockhash: string): string {
  return bs58.encode(createHash("sha256").update("DURABLE_NONCE").update(bs58.decode(blockhash)).digest());
}

/** The nonce account that a message advances first, with the signers of that instruction; null if it does no such thing. */
export function advancedNonce(message: VersionedMessage): { address: PublicKey; signers: string[] } | null {
  const [first] = message.compiledInstructions;
  const { staticAccountKeys: keys, header } = message;
  if (!first || !keys[first.programIdIndex]?.equals(SystemProgram.programId)) return null;
  const data = Buffer.from(first.data);
  const [index] = first.accountKeyIndexes;
  if (data.length < 4 || data.readUInt32LE(0) !== ADVANCE || index === undefined) return null;
  const address = keys[index];
  if (!address || !message.isAccountWritable(index)) return null;
  const signers = first.accountKeyIndexes.filter((each) => each < header.numRequiredSignatures);
  return { address, signers: signers.flatMap((each) => keys[each]?.toBase58() ?? []) };
}
