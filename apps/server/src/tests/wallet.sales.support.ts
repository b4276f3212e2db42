import { chainState } from "@bbux/api/operator";
import { Keypair, type TransactionInstruction } from "@solana/web3.js";
import { sql } from "kysely";
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

/** The memos of a withdrawal's payment and of its cancellation, as the platform writes them. */
export async function memosOf({ t, services }: MoneyWorld, id: string): Promise<{ paid: string; canceled: string }> {
  const { rows } = await sql<{ reference: string; user_id: string; since: Date; amount: string }>`
    select reference::text, user_id::text, u.created_at as since, amount::text
      from withdrawals w join users u on u.id = user_id where w.id = ${id}`.execute(t.database.ownerDb);
  const [row] = rows;
  if (!row) throw new Error(`There is no withdrawal ${id}`);
  const { reference, user_id: userId, since: memberSince } = row;
  const note = { reference, userId, memberSince, amount: BigInt(row.amount) };
  return {
    paid: services.platformWallet.noteOf(note),
    canceled: services.platformWallet.referenceOf("cancel", reference),
  };
}

/** Asserts that it was given back exactly once, and that nothing was paid. */
export async function expectRefundedOnce(
  world: MoneyWorld,
  { anna, to, id }: Sale,
  attempts: readonly string[],
): Promise<void> {
  expect(await stateOf(world.t, id)).toEqual({ state: "REFUNDED", attempts });
  expect([await balanceOf(world.t, anna), await held(world, to)]).toEqual(["10", 0n]);
  await sound(world);
}

/** What was signed for a withdrawal, oldest first. */
export async function storedAttempts({ t }: Pick<MoneyWorld, "t">, id: string) {
  const { rows } = await sql<{ signature: string; bytes: Buffer }>`
    select signature, bytes from payment_attempts where withdrawal_id = ${id} order by id`.execute(t.database.ownerDb);
  return rows;
}

/** How many withdrawals a member has requested. */
export async function withdrawalsOf({ t }: Pick<MoneyWorld, "t">, { id }: TestMember): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from withdrawals where user_id = ${id}`.execute(t.database.ownerDb);
  return rows[0]?.n;
}

/** The pool's nonce accounts, in the order of their positions; one with a value is held by a payment. */
export async function noncePool({ t }: Pick<MoneyWorld, "t">) {
  const { rows } = await sql<{ id: string; address: string; state: string; value: string | null }>`
    select id::text, address, state, value from payment_nonces order by position`.execute(t.database.ownerDb);
  return rows;
}

/** Why payments are stopped, or null. */
export async function stopReason({ t }: Pick<MoneyWorld, "t">): Promise<string | null> {
  return (await chainState(t.database.ownerDb)).withdrawalsStopped?.because ?? null;
}

/** The hot wallet's key in tests, for what somebody who has stolen it could do. */
export const hotKey = Keypair.fromSeed(new Uint8Array(32).fill(1));

/**
 * Lands a transaction that the hot wallet signs and pays for, and the platform knows nothing of.
 * @param blockhash by default the latest
 */
export async function asThief(
  world: MoneyWorld,
  instructions: readonly TransactionInstruction[],
  blockhash?: string,
): Promise<void> {
  const { bytes, signature } = await sign(world, [hotKey], instructions, { blockhash });
  await world.truth.send(bytes);
  await finalized(world, signature);
}

export function steal(world: MoneyWorld, lamports: bigint): Promise<void> {
  return asThief(world, [transfer(hotKey, stranger(), lamports)]);
}
