import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Context } from "../../platform/context/index.ts";
import type { Effects } from "../../platform/transactions/index.ts";
import { recordSecurityEvent } from "../notifications/index.ts";
import { removeVoidCodes } from "../second-factor/index.ts";
import { loginName } from "./ways-in.ts";

/**
 * Removes the second factors and linked wallets and accounts of a member, who must be locked and is told: one by its id, or all of them, when the owner of
 * an address takes an account over from who signed up with it.
 * @returns how many there were
 */
export async function removeAdded(
  trx: Transaction<DB>,
  effects: Effects,
  ctx: Context,
  { member, which }: { readonly member: string; readonly which: { readonly id: string } | "all" },
): Promise<number> {
  const isMeant = which === "all" ? sql`true` : sql`id = ${which.id}`;
  const event = { member, from: ctx, at: ctx.now() };
  const factors = await sql<{ confirmed_at: Date | null }>`
    delete from factors where user_id = ${member} and ${isMeant} returning confirmed_at`.execute(trx);
  await removeVoidCodes(trx, member, factors.rows);
  if (factors.rows.some(({ confirmed_at }) => confirmed_at !== null)) {
    await recordSecurityEvent(trx, effects, { ...event, kind: "factor_removed" });
  }
  const logins = await sql<{ login: string }>`
    delete from linked_logins l where l.user_id = ${member} and ${isMeant} returning ${loginName} as login`.execute(
    trx,
  );
  for (const details of logins.rows) {
    await recordSecurityEvent(trx, effects, { ...event, kind: "login_removed", details });
  }
  return factors.rows.length + logins.rows.length;
}
