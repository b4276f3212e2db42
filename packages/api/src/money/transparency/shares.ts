import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { OWED_KINDS, OWED_SHARES } from "@bbux/contract";
import { type Leaf, NOTHING, type Owed, positionOf } from "./tree.ts";

/** What someone is owed, and what leads to their leaves. */
export interface Liability {
  /** The member's deposit address; the platform's wallet for what belongs to no member. */
  readonly address: string;
  readonly code: string;
  readonly owed: Owed;
}

/** Members split before the process gets to do other work. */
const PORTION = 1_000;

/** Splits what each is owed at random over their leaves, so that no sibling in a proof shows a whole balance. */
export async function sharesOf(day: string, liabilities: readonly Liability[]): Promise<Leaf[]> {
  const leaves: Leaf[] = [];
  for (const [nth, { address, code, owed }] of liabilities.entries()) {
    for (const [share, part] of split(owed).entries()) {
      leaves.push({ position: positionOf(day, address, code, share + 1), owed: part });
    }
    if (nth % PORTION === 0) await setImmediate();
  }
  return leaves;
}

function split(owed: Owed): Owed[] {
  const parts = Array.from({ length: OWED_SHARES }, () => ({ ...NOTHING }));
  for (const kind of OWED_KINDS) {
    for (const [nth, amount] of cut(owed[kind]).entries()) {
      const part = parts[nth];
      if (part) part[kind] = amount;
    }
  }
  return parts;
}

/** No part is 0 or the whole, except of fewer base units than parts. */
function cut(amount: bigint): bigint[] {
  const cuts = new Set<bigint>();
  const most = amount < BigInt(OWED_SHARES) ? Number(amount) : OWED_SHARES;
  while (cuts.size < most - 1) cuts.add(1n + randomBelow(amount - 1n));
  let before = 0n;
  return [...[...cuts].sort((a, b) => (a < b ? -1 : 1)), amount].map((at) => {
    const part = at - before;
    before = at;
    return part;
  });
}

/** 0 to `end` - 1. With 128 bits the bias is negligible. */
function randomBelow(end: bigint): bigint {
  return BigInt(`0x${randomBytes(16).toString("hex")}`) % end;
}
