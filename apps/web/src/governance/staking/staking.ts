import { INVALID_AMOUNT } from "@bbux/contract";
import { fixedAmount, unitsOf } from "../../components/Amount.format.ts";
import { ambiguity, editableAmount, typedUnits } from "../../components/Amount.typed.ts";
import type { Read } from "../../money/wallet/index.ts";

/** What a member can stake and unstake, in base units. */
export interface Position {
  readonly staked: bigint;
  /** Locked by votes on open proposals, so it can't be unstaked. */
  readonly locked: bigint;
  readonly available: bigint;
}

interface PositionTexts {
  readonly stakedAmount: string | number;
  readonly lockedAmount: string | number;
  readonly available: string | number;
}

export function positionOf({ stakedAmount, lockedAmount, available }: PositionTexts): Position {
  return { staked: unitsOf(stakedAmount), locked: unitsOf(lockedAmount), available: unitsOf(available) };
}

/** Returns the most that can be unstaked now. */
export function mostToUnstake({ staked, locked }: Position): bigint {
  return staked > locked ? staked - locked : 0n;
}

/** Validates a typed stake: more than nothing, at most the balance. */
export function readStake(typed: string, { available }: Position): Read {
  const amount = read(typed);
  if (amount === null) return { amount: null, problem: ambiguity(typed) ?? INVALID_AMOUNT };
  if (amount > available) {
    return { amount: null, problem: `Amount must be at most your balance, ${editableAmount(available)} BBUX` };
  }
  return { amount, problem: null };
}

/** Validates a typed amount to unstake: more than nothing, at most the stake that no vote locks. */
export function readUnstake(typed: string, position: Position): Read {
  const amount = read(typed);
  if (amount === null) return { amount: null, problem: ambiguity(typed) ?? INVALID_AMOUNT };
  if (amount > position.staked) {
    return { amount: null, problem: `Amount must be at most your stake, ${editableAmount(position.staked)} BBUX` };
  }
  const most = mostToUnstake(position);
  if (amount > most) {
    return {
      amount: null,
      problem: `Amount must be at most ${editableAmount(most)} BBUX: ${fixedAmount(position.locked)} are locked by your votes`,
    };
  }
  return { amount, problem: null };
}

function read(typed: string): bigint | null {
  const amount = typedUnits(typed);
  return amount === null || amount <= 0n ? null : amount;
}
