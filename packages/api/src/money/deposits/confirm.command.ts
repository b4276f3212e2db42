import { ChainError, type ChainTransaction } from "@bbux/chain";
import { confirmDepositOutput, DEPOSIT_WAITS, formatAmount, SIGNATURE_MISSING, toDbId } from "@bbux/contract";
import bs58 from "bs58";
import type { z } from "zod";
import { lockWallet } from "../../people/security-holds/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError, invalidField } from "../../platform/errors/errors.ts";
import { remembered } from "../../platform/transactions/index.ts";
import { requireSameChain, withTimeout } from "../chain/index.ts";
import { creditDeposit, creditOf } from "./credit.command.ts";
import type { DepositType } from "./deposit.types.ts";
import { ownAddress } from "./own-address.query.ts";
import { openRequest } from "./request.command.ts";

type Confirmed = z.infer<typeof confirmDepositOutput>;

interface Claim {
  readonly type: DepositType;
  readonly signature: string;
  /** Of a direct deposit: the address that the member says it went to. */
  readonly destinationAddress?: string | undefined;
  /** Of a manual deposit: the request it answers. Blank means none. */
  readonly transactionId?: string | undefined;
  /** The amount that the member claims, in base units; only shown while pending. */
  readonly amount?: bigint | undefined;
}

const SIGNATURE_BYTES = 64;
const WATCH_MS = 10 * 60_000;

/**
 * Looks a signature up on the chain and credits what it paid to the caller's own address. A signature is public and
 * proves nothing, so payments to anyone else are not found (docs/DECISIONS.md 1.9, §6 Deposits 1 and 2).
 * @throws AppError VALIDATION_ERROR, TRANSACTION_FAILED, NOT_FOUND, RATE_LIMITED
 */
export async function confirmDeposit(ctx: MemberContext, claim: Claim): Promise<Confirmed> {
  const address = await ownAddress(ctx.db, ctx.viewer.id);
  if (claim.signature.trim() === "") throw invalidField("signature", SIGNATURE_MISSING);
  if (claim.destinationAddress !== undefined && claim.destinationAddress !== address) {
    throw new AppError("TRANSACTION_FAILED", {
      message: "This is not your deposit address",
      details: [{ field: "destinationAddress", message: "must be the caller's platformAddress" }],
    });
  }
  return remembered(ctx, {
    call: "wallet.confirmDeposit",
    input: claim,
    output: confirmDepositOutput,
    keep: ({ status }) => status === "completed",
    run: () => confirm(ctx, { ...claim, signature: claim.signature.trim() }, address),
  });
}

async function confirm(ctx: MemberContext, claim: Claim, address: string): Promise<Confirmed> {
  const request = await requestOf(ctx, claim);
  const earlier = await creditOf(ctx.db, claim.signature, address);
  if (earlier) return credited(earlier.id, earlier.amount);
  if (!isSignature(claim.signature)) throw new AppError("NOT_FOUND");
  await ctx.consume("chain", `member:${ctx.viewer.id}`);
  const found = await lookUp(ctx, claim.signature);
  if (found === "unreachable") return pending(ctx, claim, request);
  if (found !== null) {
    const credit = await creditDeposit(ctx, { userId: ctx.viewer.id, address }, found, claim.type);
    if (credit && "waitsFor" in credit) return pending(ctx, claim, request, DEPOSIT_WAITS[credit.waitsFor]);
    if (credit) return credited(credit.id, credit.amount);
    if (found.failed && found.changes.has(address)) {
      throw new AppError("TRANSACTION_FAILED", { message: "The transaction failed on the chain; nothing was paid" });
    }
    throw new AppError("NOT_FOUND");
  }
  if (await isUnderWay(ctx, claim.signature)) return pending(ctx, claim, request);
  throw new AppError("NOT_FOUND");
}

/** Returns the finalized transaction, or null when the chain has none with this signature yet. */
async function lookUp(ctx: MemberContext, signature: string): Promise<ChainTransaction | "unreachable" | null> {
  try {
    await withTimeout(requireSameChain(ctx), ctx.chainRpc.patienceMs);
    return await withTimeout(ctx.chain.transaction(signature), ctx.chainRpc.patienceMs);
  } catch (error) {
    if (error instanceof ChainError) return "unreachable";
    throw error;
  }
}

/** Returns whether we relayed it for this member and it hasn't expired, or the chain knows it and it isn't final. */
async function isUnderWay(ctx: MemberContext, signature: string): Promise<boolean> {
  const relayed = await ctx.db
    .selectFrom("deposit_requests")
    .select("status")
    .where("user_id", "=", ctx.viewer.id)
    .where("signature", "=", signature)
    .where("relayed", "=", true)
    .executeTakeFirst();
  if (relayed?.status === "pending") return true;
  try {
    const [status] = await withTimeout(ctx.chain.statuses([signature]), ctx.chainRpc.patienceMs);
    // Final but not found: the node will have it shortly.
    if (status) return true;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return true;
  }
  if (!relayed) return false;
  throw new AppError("TRANSACTION_FAILED", { message: "The transaction expired before it reached the chain" });
}

/** @throws AppError NOT_FOUND for a request that is not the caller's */
async function requestOf(ctx: MemberContext, { transactionId }: Claim): Promise<string | null> {
  const given = transactionId?.trim() ?? "";
  if (given === "") return null;
  const id = toDbId(given);
  const row =
    id === null
      ? undefined
      : await ctx.db
          .selectFrom("deposit_requests")
          .select("id")
          .where("id", "=", id)
          .where("user_id", "=", ctx.viewer.id)
          .executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND");
  return row.id;
}

const NOT_FINAL = "The transaction is not final yet. It is credited as soon as it is.";

/** Stores the claim, so the watcher looks soon and credits it as the member described. */
async function pending(
  ctx: MemberContext,
  claim: Claim,
  request: string | null,
  message = NOT_FINAL,
): Promise<Confirmed> {
  const { viewer, db } = ctx;
  const at = await ctx.databaseNow();
  const transactionId = await db.transaction().execute(async (trx) => {
    await lockWallet(trx, viewer.id);
    await trx
      .updateTable("wallets")
      .set(({ fn, val }) => ({
        watch_until: fn<Date>("greatest", ["watch_until", val(new Date(at.getTime() + WATCH_MS))]),
      }))
      .where("user_id", "=", viewer.id)
      .execute();
    if (request !== null) {
      await trx
        .updateTable("deposit_requests")
        .set({ signature: claim.signature, updated_at: at })
        .where("id", "=", request)
        .where("status", "=", "pending")
        // A signature belongs to one request; a second request stays without.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("deposit_requests as other")
                .select("other.id")
                .where("other.user_id", "=", viewer.id)
                .where("other.signature", "=", claim.signature),
            ),
          ),
        )
        .execute();
      return request;
    }
    if (claim.amount === undefined) return null;
    return openRequest(trx, ctx, { type: claim.type, amount: claim.amount, signature: claim.signature, at }).catch(
      (error: unknown) => {
        // The SOL is on its way and is credited without a request, too.
        if (error instanceof AppError && error.code === "TOO_MANY_DEPOSITS") return null;
        throw error;
      },
    );
  });
  return { success: true, status: "pending", message, bbuxAmount: null, transactionId };
}

function credited(transactionId: string, amount: bigint): Confirmed {
  const bbuxAmount = formatAmount(amount);
  return {
    success: true,
    status: "completed",
    message: `Deposit of ${bbuxAmount} BBUX credited`,
    bbuxAmount,
    transactionId,
  };
}

function isSignature(text: string): boolean {
  try {
    return bs58.decode(text).byteLength === SIGNATURE_BYTES;
  } catch {
    return false;
  }
}
