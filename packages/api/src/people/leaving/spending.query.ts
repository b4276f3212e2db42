import { CONFIRM_ABOVE, parseAmount, type spendingOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { z } from "zod";

const amount = z.string().refine((text) => parseAmount(text) !== null);
const stored = z
  .object({ confirmAbove: amount.nullable().default(CONFIRM_ABOVE).catch(CONFIRM_ABOVE) })
  .catch({ confirmAbove: CONFIRM_ABOVE });

/** Reads from a member's stored settings from which cost on the app asks before it spends. */
export function spendingOf(settings: unknown): z.infer<typeof spendingOutput> {
  return stored.parse(settings);
}

/** Returns from which cost on the app asks a member before it spends. */
export async function getSpending(db: Kysely<DB>, userId: string): Promise<z.infer<typeof spendingOutput>> {
  const row = await db.selectFrom("users").select("settings").where("id", "=", userId).executeTakeFirst();
  return spendingOf(row?.settings);
}

/** Takes back a raised amount: someone who had the account may have raised it, so that later payments need no proof. */
export async function forgetRaisedSpending(db: Kysely<DB>, userId: string): Promise<void> {
  const { confirmAbove } = await getSpending(db, userId);
  if ((parseAmount(confirmAbove ?? "0") ?? 0n) <= (parseAmount(CONFIRM_ABOVE) ?? 0n)) return;
  await sql`update users set settings = settings - 'confirmAbove' where id = ${userId}`.execute(db);
}
