import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { audit } from "../../platform/audit-log/audit.command.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { recordSecurityEvent } from "../notifications/index.ts";
import { factorName, removeVoidCodes } from "../second-factor/index.ts";
import { type Needs, type Recovered, recover } from "./recover.ts";

/**
 * Removes a member's passkeys, authenticator app, and recovery codes for an operator, when they have lost them all and proved who they
 * are otherwise, or one of them that isn't theirs. Withdrawals are held, and every sign-in ends; a link by mail or the password then signs them in.
 * @param act.member id or username, in any case
 * @param act.only the id of the only one to remove
 * @throws AppError NOT_FOUND, CONFLICT without a second factor, without that one, or without an email address to sign in by
 */
export async function removeFactors(
  services: Needs,
  act: { readonly member: string; readonly reason: string; readonly only?: string | undefined },
): Promise<{ readonly username: string; readonly removed: number }> {
  const at = services.now();
  let removed = 0;
  const { username } = await recover(
    services,
    { member: act.member, cause: "factor_removed" },
    async (trx, effects, member) => {
      removed = await removeFrom(trx, member, act.only ?? null);
      await recordSecurityEvent(trx, effects, { member: member.id, kind: "factor_removed", from: null, at });
      await audit(trx, {
        ...{ actor: null, action: "FACTORS_REMOVED", subject: member.id, reason: act.reason, at },
        details: { removed },
      });
    },
  );
  return { username, removed };
}

/** @returns how many that were set up */
async function removeFrom(
  trx: Transaction<DB>,
  { id, username, email }: Recovered,
  only: string | null,
): Promise<number> {
  const { rows: known } = await sql<{ id: string; name: string; confirmed_at: Date | null }>`
    select f.id::text as id, ${factorName} as name, f.confirmed_at from factors f where f.user_id = ${id} order by f.id`.execute(
    trx,
  );
  const meant = known.filter((one) => only === null || one.id === only);
  const removed = meant.filter(({ confirmed_at }) => confirmed_at !== null).length;
  if (removed === 0) {
    const others = known.map((one) => `${one.name} (${one.id})`).join(", ");
    const message = `${username} has no second factor`;
    throw new AppError("CONFLICT", { message: others ? `${message} ${only}, but ${others}` : message });
  }
  if (email === null) {
    const message = `${username} has no email address to sign in by: recover email ${username} <email> first`;
    throw new AppError("CONFLICT", { message });
  }
  await trx
    .deleteFrom("factors")
    .where(
      "id",
      "in",
      meant.map((one) => one.id),
    )
    .execute();
  await removeVoidCodes(trx, id, meant);
  return removed;
}
