import { ComputeBudgetProgram, type VersionedMessage } from "@solana/web3.js";

/** Lamports per signature. */
export const SIGNATURE_FEE = 5_000n;
/** The default compute units per instruction if the message sets none (agave, compute-budget-instruction). */
const UNITS = { builtin: 3_000n, other: 200_000n, most: 1_400_000n };

const BUILTINS = new Set([
  "11111111111111111111111111111111",
  "AddressLookupTab1e1111111111111111111111111",
  "BPFLoader1111111111111111111111111111111111",
  "BPFLoader2111111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
  "ComputeBudget111111111111111111111111111111",
  "Ed25519SigVerify111111111111111111111111111",
  "KeccakSecp256k11111111111111111111111111111",
  "Vote111111111111111111111111111111111111111",
]);
const SET_LIMIT = 2;
const SET_PRICE = 3;

/** The fee a node charges for a message, in lamports: its signatures plus the price it offers for compute units. */
export function feeOf(message: VersionedMessage): bigint {
  let price = 0n;
  let limit: bigint | undefined;
  let units = 0n;
  for (const { programIdIndex, data: bytes } of message.compiledInstructions) {
    const program = message.staticAccountKeys[programIdIndex];
    units += program && BUILTINS.has(program.toBase58()) ? UNITS.builtin : UNITS.other;
    if (!program?.equals(ComputeBudgetProgram.programId)) continue;
    const data = Buffer.from(bytes);
    if (data[0] === SET_LIMIT && data.length === 5) limit = BigInt(data.readUInt32LE(1));
    if (data[0] === SET_PRICE && data.length === 9) price = data.readBigUInt64LE(1);
  }
  const budget = limit ?? units;
  const microLamports = price * (budget < UNITS.most ? budget : UNITS.most);
  return SIGNATURE_FEE * BigInt(message.header.numRequiredSignatures) + (microLamports + 999_999n) / 1_000_000n;
}
