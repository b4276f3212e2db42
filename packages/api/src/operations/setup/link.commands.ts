import type { createFirstAdminInput } from "@bbux/contract";
import type { Database, DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { settledAdmins } from "../../people/accounts/index.ts";
import { openAdminAccount } from "../../people/auth/index.ts";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { Context } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { generateSecret, hashSecret } from "../../platform/proofs/index.ts";

/** How long a link works. Another start prints another one. */
export const SETUP_LINK_HOURS = 24;

/** The same whatever is wrong, so that a guess learns nothing. */
const DEAD = "This setup link doesn't work. Start the server again, and open the link that it prints.";

/**
 * Creates a one-time link to make the first admin. Links of earlier starts stay valid until they expire.
 * @returns its token, which is stored as a hash only; null if there is an admin
 */
export function createSetupLink(db: Database, now: Date): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    if ((await settledAdmins(trx)).length > 0) {
      await sql`delete from setup_links`.execute(trx);
      return null;
    }
    await sql`delete from setup_links where expires_at <= ${now}`.execute(trx);
    const token = generateSecret();
    const expires = new Date(now.getTime() + SETUP_LINK_HOURS * 3_600_000);
    await trx
      .insertInto("setup_links")
      .values({ token_hash: hashSecret(token), created_at: now, expires_at: expires })
      .execute();
    return token;
  });
}

/** Checks a link without using it up. @throws AppError FORBIDDEN */
export async function checkSetupLink({ db, now }: Pick<Context, "db" | "now">, token: string): Promise<void> {
  const { rows } = await sql`
    select from setup_links where token_hash = ${hashSecret(token)} and expires_at > ${now()}
      and not exists (select from users where role = 'admin')`.execute(db);
  if (rows.length === 0) throw new AppError("FORBIDDEN", { message: DEAD });
}

/**
 * Opens the account of the first admin, with a confirmed email address, and signs it in by cookie. Every link ends with it, and the second of two concurrent
 * calls is refused.
 * @throws AppError FORBIDDEN; otherwise as a sign-up
 */
export async function createFirstAdmin(ctx: Context, { token, ...account }: z.infer<typeof createFirstAdminInput>) {
  await checkSetupLink(ctx, token);
  return openAdminAccount(ctx, account, (trx, userId) => useLink(trx, ctx, token, userId));
}

async function useLink(trx: Transaction<DB>, ctx: Context, token: string, userId: string): Promise<void> {
  const at = ctx.now();
  const admins = await settledAdmins(trx);
  const { rows } = await sql`
    delete from setup_links where token_hash = ${hashSecret(token)} and expires_at > ${at} returning 1`.execute(trx);
  if (admins.length > 0 || rows.length === 0) throw new AppError("FORBIDDEN", { message: DEAD });
  await sql`delete from setup_links`.execute(trx);
  await trx.updateTable("users").set({ role: "admin", email_verified_at: at }).where("id", "=", userId).execute();
  const details = { from: "user", to: "admin", by: "setup link" };
  await audit(trx, { actor: null, action: "ROLE_CHANGED", subject: userId, at, details });
}
