import { ChainError, checkRelayed, RelayRefusal } from "@bbux/chain";
import { type blockhashOutput, sendTransactionOutput, WALLET } from "@bbux/contract";
import type { z } from "zod";
import { lockWallet } from "../../people/security-holds/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { remembered } from "../../platform/transactions/index.ts";
import { requireSameChain } from "../chain/index.ts";
import { ownAddress } from "./own-address.query.ts";
import { openRequest } from "./request.command.ts";

/** A node's error for a transaction whose blockhash has expired. */
const TOO_OLD = "BlockhashNotFound";

/**
 * Returns a recent blockhash for a transaction that the member is about to sign. @throws AppError CHAIN_UNAVAILABLE,
 * RATE_LIMITED
 */
export async function recentBlockhash(ctx: MemberContext): Promise<z.infer<typeof blockhashOutput>> {
  await ctx.consume("chain", `member:${ctx.viewer.id}`);
  const { blockhash, lastValidBlockHeight } = await reached(async () => {
    await requireSameChain(ctx);
    return ctx.chain.latestBlockhash();
  });
  return { success: true, blockhash, lastValidBlockHeight: Number(lastValidBlockHeight) };
}

/**
 * Sends the chain a transaction that the member signed, if all it does is pay the member's own deposit address within
 * the limits (docs/DECISIONS.md §6 Deposits 3). It is recorded before it is sent, so the watcher credits it whatever
 * happens to the caller.
 * @throws AppError VALIDATION_ERROR, TRANSACTION_FAILED (the chain would refuse it), CHAIN_UNAVAILABLE, RATE_LIMITED
 */
export async function relayTransaction(
  ctx: MemberContext,
  input: { readonly serializedTransaction: readonly number[] },
): Promise<z.infer<typeof sendTransactionOutput>> {
  return remembered(ctx, {
    call: "wallet.sendTransaction",
    input,
    output: sendTransactionOutput,
    keep: () => true,
    run: () => relay(ctx, Uint8Array.from(input.serializedTransaction)),
  });
}

async function relay(ctx: MemberContext, bytes: Uint8Array): Promise<z.infer<typeof sendTransactionOutput>> {
  await ctx.consume("relay", `member:${ctx.viewer.id}`);
  const { signature, lamports } = examine(bytes, await ownAddress(ctx.db, ctx.viewer.id));
  await reached(() => requireSameChain(ctx));
  // A retry after a lost answer: the chain accepts the same transaction once.
  const known = await ctx.db
    .selectFrom("deposit_requests")
    .select("id")
    .where("user_id", "=", ctx.viewer.id)
    .where("signature", "=", signature)
    .executeTakeFirst();
  if (!known) {
    const problem = await reached(() => ctx.chain.simulate(bytes));
    if (problem !== null) {
      throw new AppError("TRANSACTION_FAILED", {
        message:
          problem === TOO_OLD
            ? "The payment request is no longer valid. Nothing was paid."
            : "The chain refuses this transaction",
        details: { reason: problem },
      });
    }
    const request = { type: "direct_deposit", amount: lamports, signature, relayed: true } as const;
    const at = await ctx.databaseNow();
    await ctx.db.transaction().execute(async (trx) => {
      await lockWallet(trx, ctx.viewer.id);
      await openRequest(trx, ctx, { ...request, at });
    });
  }
  await reached(() => ctx.chain.send(bytes));
  await ctx.failpoint("deposit.relayed");
  return { success: true, signature };
}

function examine(bytes: Uint8Array, depositAddress: string) {
  try {
    return checkRelayed(bytes, { depositAddress, ...WALLET.deposit });
  } catch (error) {
    if (!(error instanceof RelayRefusal)) throw error;
    throw new AppError("VALIDATION_ERROR", {
      message: error.message,
      details: [{ field: "serializedTransaction", message: error.message }],
      cause: error,
    });
  }
}

/** @throws AppError CHAIN_UNAVAILABLE */
async function reached<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ChainError) throw new AppError("CHAIN_UNAVAILABLE", { cause: error });
    throw error;
  }
}
