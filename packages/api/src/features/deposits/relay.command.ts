import { ChainError, checkRelayed, RelayRefusal } from "@bbux/chain";
import { type blockhashOutput, sendTransactionOutput, WALLET } from "@bbux/contract";
import type { z } from "zod";
import type { MemberContext } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { remembered } from "../../idempotency.ts";
import { demandSameChain } from "../chain/same-chain.ts";
import { openRequest } from "./request.command.ts";

/** A recent blockhash, for a transaction that the member is about to sign. @throws AppError CHAIN_UNAVAILABLE, RATE_LIMITED */
export async function recentBlockhash(ctx: MemberContext): Promise<z.infer<typeof blockhashOutput>> {
  await ctx.consume("chain", `member:${ctx.viewer.id}`);
  const { blockhash, lastValidBlockHeight } = await reached(async () => {
    await demandSameChain(ctx);
    return ctx.chain.latestBlockhash();
  });
  return { success: true, blockhash, lastValidBlockHeight: Number(lastValidBlockHeight) };
}

/**
 * Hands the chain a transaction that the member has signed: only one that pays the member's own deposit address, within
 * the limits, and does nothing else (DECISIONS §6 Deposits 3). Noted before it is sent, so that the watcher credits it
 * whatever becomes of the caller.
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
  const { signature, lamports } = examine(ctx, bytes);
  await reached(() => demandSameChain(ctx));
  // Again after an answer that got lost: the chain takes the same transaction once.
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
        message: "The chain refuses this transaction",
        details: { reason: problem },
      });
    }
    await ctx.db
      .transaction()
      .execute((trx) => openRequest(trx, ctx, { type: "direct_deposit", amount: lamports, signature, relayed: true }));
  }
  await reached(() => ctx.chain.send(bytes));
  await ctx.failpoint("deposit.relayed");
  return { success: true, signature };
}

function examine(ctx: MemberContext, bytes: Uint8Array) {
  try {
    return checkRelayed(bytes, { depositAddress: ctx.platformWallet.addressOf(ctx.viewer.id), ...WALLET.deposit });
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
