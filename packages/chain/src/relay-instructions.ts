import { PROGRAMS } from "./programs.ts";
import { RelayRefusal } from "./relay-refusal.ts";

/** 0.01 SOL: far more than a transfer needs on the busiest day, and too little for a typo to hurt much. */
export const MAX_PRIORITY_FEE = 10_000_000n;

const MICRO = 1_000_000n;
const UNITS_PER_INSTRUCTION = 200_000n;
const UNITS_MAX = 1_400_000n;
const ALLOWED: ReadonlySet<string> = new Set(Object.values(PROGRAMS));

const TRANSFER = 2;
const ADVANCE_NONCE = 4;
const TRANSFER_BYTES = 12;

export interface PlainInstruction {
  /** Base58. */
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

/** Rejects anything a deposit doesn't need. @throws RelayRefusal */
export function refuseInstruction(instructions: readonly PlainInstruction[]): void {
  for (const instruction of instructions) {
    const { program, data } = instruction;
    if (!ALLOWED.has(program)) {
      throw new RelayRefusal("PROGRAM", `The transaction calls a program that deposits have no use for: ${program}`);
    }
    if (program !== PROGRAMS.system || transferOf(instruction)) continue;
    if (view(data).byteLength >= 4 && view(data).getUint32(0, true) === ADVANCE_NONCE) {
      throw new RelayRefusal("DURABLE_NONCE", "Transactions with a durable nonce never expire and are not relayed");
    }
    throw new RelayRefusal("INSTRUCTION", "The transaction does something else than to transfer SOL");
  }
  if (priorityFee(instructions) > MAX_PRIORITY_FEE) {
    throw new RelayRefusal("FEE", "The transaction offers the network a fee of more than 0.01 SOL");
  }
}

/** The transfer made by a System instruction, or null if it isn't one. Extra accounts make no difference. */
export function transferOf({ program, accounts, data }: PlainInstruction) {
  const [from, to] = accounts;
  if (program !== PROGRAMS.system || data.byteLength !== TRANSFER_BYTES || from === undefined || to === undefined) {
    return null;
  }
  if (view(data).getUint32(0, true) !== TRANSFER) return null;
  return { from, to, lamports: view(data).getBigUint64(4, true) };
}

/** The maximum that the ComputeBudget instructions offer, in lamports. @throws RelayRefusal for any but the four in use */
function priorityFee(instructions: readonly PlainInstruction[]): bigint {
  const budget = instructions.filter(({ program }) => program === PROGRAMS.computeBudget);
  const seen = new Set<number>();
  let price = 0n;
  let units: bigint | undefined;
  for (const { data } of budget) {
    const [kind = 0] = data;
    const size = { 1: 5, 2: 5, 3: 9, 4: 5 }[kind];
    if (data.byteLength !== size || seen.has(kind)) {
      throw new RelayRefusal("INSTRUCTION", "The transaction has an unknown instruction on its compute budget");
    }
    seen.add(kind);
    if (kind === 2) units = BigInt(view(data).getUint32(1, true));
    if (kind === 3) price = view(data).getBigUint64(1, true);
  }
  const guessed = BigInt(instructions.length - budget.length) * UNITS_PER_INSTRUCTION;
  const limit = units ?? guessed;
  return (price * (limit < UNITS_MAX ? limit : UNITS_MAX) + MICRO - 1n) / MICRO;
}

function view(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
