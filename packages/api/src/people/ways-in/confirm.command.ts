import type { recoveryCodesOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { hashSecret } from "../../platform/proofs/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { loginName } from "../logins/index.ts";
import { mailSoon, recordSecurityEvent } from "../notifications/index.ts";
import { factorName, firstRecoveryCodes, lockCaller } from "../second-factor/index.ts";
import { holdForNewFactor, isFrozen, lockPayouts } from "../security-holds/index.ts";

/**
 * Ends the suspension of a second factor, a wallet or an account at a provider. It counts as added now, because no more is known about it than
 * about one that is added now (docs/adr/0036).
 * @returns the recovery codes of a second factor, this once, if the member has none
 * @throws AppError NOT_FOUND for what isn't suspended, ACCOUNT_FROZEN
 */
export async function confirmWayIn(ctx: MemberContext, id: string): Promise<z.infer<typeof recoveryCodesOutput>> {
  const { id: member } = ctx.viewer;
  const at = ctx.now();
  const event = { member, from: ctx, at } as const;
  const recoveryCodes = await withEffects(ctx, async (trx, effects) => {
    await lockPayouts(trx, member);
    await lockCaller(trx, ctx);
    if (await isFrozen(trx, member)) throw new AppError("ACCOUNT_FROZEN");
    const factor = await confirmFactor(trx, ctx, id);
    if (factor !== null) {
      await recordSecurityEvent(trx, effects, { ...event, kind: "factor_confirmed", details: { factor, added: id } });
      return firstRecoveryCodes(trx, member);
    }
    const login = await confirmLogin(trx, member, id, at);
    if (login === null) throw new AppError("NOT_FOUND", { message: "Nothing like that is suspended" });
    await recordSecurityEvent(trx, effects, { ...event, kind: "login_confirmed", details: { login, added: id } });
    return [];
  });
  await mailSoon(ctx);
  return { success: true, recoveryCodes };
}

/** @returns what it is called; null if the member has no such suspended one */
async function confirmFactor(trx: Transaction<DB>, ctx: MemberContext, id: string): Promise<string | null> {
  const { id: member } = ctx.viewer;
  const { rows } = await sql<{ factor: string }>`
    select ${factorName} as factor from factors f
     where f.id::text = ${id} and f.user_id = ${member} and f.suspended_at is not null`.execute(trx);
  const [known] = rows;
  if (!known) return null;
  await holdForNewFactor(trx, ctx, { member, session: hashSecret(ctx.session.token) });
  await sql`update factors set suspended_at = null, confirmed_at = clock_timestamp() where id = ${id}`.execute(trx);
  return known.factor;
}

async function confirmLogin(trx: Transaction<DB>, member: string, id: string, at: Date): Promise<string | null> {
  const { rows } = await sql<{ login: string }>`
    update linked_logins l set suspended_at = null, created_at = ${at}
     where l.id::text = ${id} and l.user_id = ${member} and l.suspended_at is not null returning ${loginName} as login`.execute(
    trx,
  );
  return rows[0]?.login ?? null;
}
