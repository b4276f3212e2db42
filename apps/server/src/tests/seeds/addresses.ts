import { Keypair } from "@solana/web3.js";

/** By position. Deriving a key takes longer than most of what is done with its address, and all seeds can share them. */
const known: string[] = [];

/** The address of someone outside of the platform, by its position from 1. */
export function strangersAddress(position: number): string {
  const address = known[position] ?? Keypair.fromSeed(seedOf(position)).publicKey.toBase58();
  known[position] = address;
  return address;
}

function seedOf(position: number): Uint8Array {
  const seed = new Uint8Array(32);
  new DataView(seed.buffer).setUint32(0, position);
  return seed;
}
