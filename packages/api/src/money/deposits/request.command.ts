import { DAY_MS, depositOutput, HOUR_MS, WALLET } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { lockWallet } from "../../people/security-holds/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { once } from "../../platform/transactions/index.ts";
import { getTransaction } from "../statement/index.ts";
import type { DepositType } from "./deposit.types.ts";

const MINUTE_MS = 60_000;

/**
 * Announces a deposit, so it is looked for within seconds and shown as pending. Moves no money.
 * @param input.amount base units
 * @throws AppError TOO_MANY_DEPOSITS
 */
export async function requestDeposit(
  ctx: MemberContext,
  input: { readonly amount: bigint },
): Promise<z.infer<typeof depositOutput>> {
  const at = await ctx.databaseNow();
  return once(ctx, {
    call: "wallet.deposit",
    input,
    output: depositOutput,
    run: async (trx) => {
      await lockWallet(trx, ctx.viewer.id);
      const transactionId = await openRequest(trx, ctx, { type: "manual_deposit", amount: input.amount, at });
      const transaction = await getTransaction(trx, ctx.viewer.id, transactionId);
      return { success: true, message: "Deposit request created", transactionId, transaction };
    },
  });
}

/**
 * Opens a request, and has the address watched until it expires. There is one per signature. Needs `lockWallet`.
 * @throws AppError TOO_MANY_DEPOSITS
 */
export async function openRequest(
  trx: Transaction<DB>,
  { viewer }: Pick<MemberContext, "viewer">,
  request: {
    readonly type: DepositType;
    readonly amount: bigint;
    readonly signature?: string;
    readonly relayed?: boolean;
    /** By the database's clock, by which it expires. */
    readonly at: Date;
  },
): Promise<string> {
  const { at } = request;
  const lasts = request.type === "direct_deposit" ? WALLET.directMinutes * MINUTE_MS : WALLET.manualHours * HOUR_MS;
  const expires = new Date(at.getTime() + lasts);
  await sql`
    update wallets set watch_until = greatest(watch_until, ${expires}) where user_id = ${viewer.id}`.execute(trx);
  if (request.signature !== undefined) {
    const known = await trx
      .selectFrom("deposit_requests")
      .select("id")
      .where("user_id", "=", viewer.id)
      .where("signature", "=", request.signature)
      .executeTakeFirst();
    if (known) return known.id;
  }
  const open = await sql<{ n: number }>`
    select count(*)::int as n from deposit_requests where user_id = ${viewer.id} and status = 'pending'`.execute(trx);
  if ((open.rows[0]?.n ?? 0) >= WALLET.openDeposits) throw new AppError("TOO_MANY_DEPOSITS");
  const { id } = await trx
    .insertInto("deposit_requests")
    .values({
      user_id: viewer.id,
      type: request.type,
      amount: request.amount.toString(),
      signature: request.signature ?? null,
      relayed: request.relayed ?? false,
      expires_at: expires,
      created_at: at,
      updated_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Fails expired requests that nothing arrived for. A late payment is still credited, as a separate row.
 * @returns how many
 */
export async function expireRequests({ db, databaseNow }: Pick<MemberContext, "db" | "databaseNow">): Promise<number> {
  const at = await databaseNow();
  const done = await db
    .updateTable("deposit_requests")
    .set({ status: "failed", updated_at: at })
    .where("status", "=", "pending")
    .where("expires_at", "<", at)
    .executeTakeFirst();
  await db
    .updateTable("wallets")
    .set({ watch_until: null })
    .where("watch_until", "<", new Date(at.getTime() - DAY_MS))
    .execute();
  return Number(done.numUpdatedRows);
}
