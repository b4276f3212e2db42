import { noticeBooks, watchRound } from "@bbux/api";
import { sql } from "kysely";
import { drive, finalized, type MoneyWorld, work } from "./wallet.support.ts";

/** As if the database were another server from now on. */
export const restore = (world: MoneyWorld, identity = "7/00000001/5/16384/1") =>
  sql`update chain_state set fence_identity = ${identity}`.execute(world.t.database.ownerDb);

/** Has the watcher look at all addresses. */
export async function rounds(world: MoneyWorld, count = 2): Promise<void> {
  const go = async () => true;
  for (let nth = 0; nth < count; nth++) await watchRound(world.services, async () => undefined, go);
}

export async function isOpen(world: MoneyWorld): Promise<boolean> {
  return (await noticeBooks(world.t.database.ownerDb)).isOpen;
}

/** The books, as the signer is told of them. */
export async function fenceOf(world: MoneyWorld) {
  const { number, identity } = await noticeBooks(world.t.database.ownerDb);
  return { number, identity };
}

/** Works until the fence is open and nothing is left to pay. */
export async function reopen(world: MoneyWorld): Promise<void> {
  for (let pass = 0; !(await isOpen(world)); pass++) {
    if (pass === 100) throw new Error("The fence stays closed");
    await drive(world);
    await rounds(world, 1);
  }
  await work(world);
}

/** The pool's nonce account at a position, with its value. */
export async function nonceAt(world: MoneyWorld, position: number) {
  const address = world.services.platformWallet.nonceAddress(position);
  const { nonces } = await world.truth.nonces([address]);
  return { address, value: nonces[0]?.value ?? "" };
}

/** A payment that the lost books have signed on a nonce that these think is free. */
export async function signedBefore(world: MoneyWorld, to: string, lamports: bigint, reference: string, position = 1) {
  const nonce = await nonceAt(world, position);
  return world.wallet.signPayment({ to, lamports, reference, nonce, priorityFee: 3n });
}

/** Sends a transaction and waits until it is final. */
export async function land(
  world: MoneyWorld,
  { bytes, signature }: { readonly bytes: Uint8Array; readonly signature: string },
): Promise<void> {
  await world.truth.send(bytes);
  await finalized(world, signature);
}
