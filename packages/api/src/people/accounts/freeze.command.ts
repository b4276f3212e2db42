import type { ErrorCode } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { Context, MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { type Effects, withEffects } from "../../platform/transactions/index.ts";
import { countLink, endOtherFamilies, sessionsEnded } from "../auth/index.ts";
import { keepAccount } from "../closing/index.ts";
import { removeAdded, tightenAllowList } from "../logins/index.ts";
import { mailSoon, recordSecurityEvent } from "../notifications/index.ts";
import {
  freezeHold,
  lockPayouts,
  type MailedLink,
  readFreezeToken,
  readUndoAddedToken,
  wasRecovered,
} from "../security-holds/index.ts";

type Done = { success: true; message: string };

const FROZEN = "Your account is frozen. Everyone is signed out, and withdrawals wait until you set a new password.";
const REMOVED =
  "It was removed, and your account is frozen. Everyone is signed out, and withdrawals wait until you set a new password.";

/** Freezes the caller's account: every session ends, also this one, and no withdrawal is signed until the password is reset. */
export async function freezeAccount(ctx: MemberContext): Promise<Done> {
  await freeze(ctx, ctx.viewer.id, "UNAUTHENTICATED", async () => undefined);
  return { success: true, message: FROZEN };
}

/**
 * Freezes the account that a link in a mail was made for. It needs no session, because the member's may be in a thief's hands, and does
 * nothing that the member can't undo. Links from before the end of a freeze are void.
 * @throws AppError FREEZE_LINK_INVALID, RATE_LIMITED
 */
export async function freezeByLink(ctx: Context, { token }: { readonly token: string }): Promise<Done> {
  const link = readFreezeToken(ctx, token, ctx.now());
  await countLink(ctx, token, link !== null);
  if (link === null) throw new AppError("FREEZE_LINK_INVALID");
  await freeze(ctx, link.id, "FREEZE_LINK_INVALID", async (trx) => {
    if (await wasRecovered(trx, link.id, link.at)) throw new AppError("FREEZE_LINK_INVALID");
  });
  return { success: true, message: FROZEN };
}

/**
 * Removes what a link in a mail says was added to an account: a second factor, a wallet, or an account at a provider. It also freezes the account: whoever
 * added it proved who they are, so they could come straight back.
 * @throws AppError UNDO_LINK_INVALID, RATE_LIMITED
 */
export async function undoAdded(ctx: Context, { token }: { readonly token: string }): Promise<Done> {
  const link = readUndoAddedToken(ctx, token, ctx.now());
  await countLink(ctx, token, link !== null);
  const member = link && (await ownerOfAdded(ctx, link));
  if (!link || !member) throw new AppError("UNDO_LINK_INVALID");
  await freeze(ctx, member, "UNDO_LINK_INVALID", async (trx, effects) => {
    if (await wasRecovered(trx, member, link.at)) throw new AppError("UNDO_LINK_INVALID");
    const removed = await removeAdded(trx, effects, ctx, { member, which: link });
    if (removed === 0) throw new AppError("UNDO_LINK_INVALID");
  });
  return { success: true, message: REMOVED };
}

/** Rows of both tables have ids of one sequence. */
async function ownerOfAdded({ db }: Context, { id }: MailedLink): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from factors where id = ${id}
    union all select user_id from linked_logins where id = ${id}`.execute(db);
  return rows[0]?.user_id ?? null;
}

/**
 * Signs everyone out of an account, keeps it if it was about to be closed, and holds its withdrawals until a new password is set by mail. A
 * payment that is signed by then is paid; the others are held (docs/adr/0040).
 * @param ifClosed the refusal of a member who has left
 * @param before runs in the same transaction, with the member locked
 */
export async function freeze(
  ctx: Context,
  member: string,
  ifClosed: ErrorCode,
  before: (trx: Transaction<DB>, effects: Effects) => Promise<void>,
): Promise<void> {
  const at = ctx.now();
  ctx.nameMember(member);
  await withEffects(ctx, async (trx, effects) => {
    await lockPayouts(trx, member);
    const { rows } = await sql`
      select from users where id = ${member} and deleted_at is null for no key update`.execute(trx);
    if (rows.length === 0) throw new AppError(ifClosed);
    await before(trx, effects);
    await endOtherFamilies(trx, member, null);
    effects.notified.add(member);
    await keepAccount(trx, effects, { member, from: ctx, at });
    await tightenAllowList(trx, effects, { member, since: null, from: ctx, at });
    // Again only signs everyone out again.
    if (!(await freezeHold(trx, member))) return;
    await audit(trx, { actor: member, action: "ACCOUNT_FROZEN", subject: member, at });
    await recordSecurityEvent(trx, effects, { member, kind: "account_frozen", from: ctx, at });
  });
  await mailSoon(ctx);
  sessionsEnded(ctx, member);
}
