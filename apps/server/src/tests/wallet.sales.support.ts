import { chainState } from "@bbux/api/operator";
import { Keypair, type TransactionInstruction } from "@solana/web3.js";
import { expect } from "vitest";
import type { TestMember } from "../testing.ts";
import {
  balanceOf,
  finalized,
  held,
  type MoneyWorld,
  SOL,
  sign,
  sound,
  stateOf,
  stranger,
  transfer,
  withdrawal,
} from "./wallet.support.ts";

/** A member with 10 BBUX who withdraws 5 of them. */
export interface Sale {
  readonly anna: TestMember;
  readonly to: string;
  readonly id: string;
}

let unnamed = 0;

export async function sell(world: MoneyWorld): Promise<Sale> {
  const anna = await world.rich(`seller${unnamed++}`, 10n * SOL);
  const to = stranger();
  return { anna, to, id: await withdrawal(world.t, anna, "5", to) };
}

/** Asserts that it was paid exactly once, judging by the destination's balance on the chain. */
export async function expectPaidOnce(world: MoneyWorld, { anna, to, id }: Sale): Promise<void> {
  expect(await stateOf(world.t, id)).toMatchObject({ state: "FINALIZED" });
  expect(await held(world, to)).toBe(4_850_000_000n);
  expect(await balanceOf(world.t, anna)).toBe("5");
  await sound(world);
}

/** Why payments are stopped, or null. */
export async function stopReason({ t }: Pick<MoneyWorld, "t">): Promise<string | null> {
  return (await chainState(t.database.ownerDb)).withdrawalsStopped?.because ?? null;
}

/** The hot wallet's key in tests, for what somebody who has stolen it could do. */
export const hotKey = Keypair.fromSeed(new Uint8Array(32).fill(1));

/** Lands a transaction that the hot wallet signs and pays for, and the platform knows nothing of. */
export async function asThief(world: MoneyWorld, instruction: TransactionInstruction): Promise<void> {
  const { bytes, signature } = await sign(world, [hotKey], [instruction]);
  await world.truth.send(bytes);
  await finalized(world, signature);
}

export function steal(world: MoneyWorld, lamports: bigint): Promise<void> {
  return asThief(world, transfer(hotKey, stranger(), lamports));
}
