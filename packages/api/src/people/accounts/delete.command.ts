import { type deleteAccountInput, type deleteAccountOutput, formatAmount } from "@bbux/contract";
import { balanceOf } from "@bbux/ledger";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { requireOpenSession } from "../../platform/proofs/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { endAccess, requireAnsweredAddress, sessionsEnded } from "../auth/index.ts";
import { beginClosing } from "../closing/index.ts";
import { mailSoon } from "../notifications/index.ts";
import { confirmPasswordOrProof, requireSamePassword } from "../password-check/index.ts";
import { requireNoHold } from "../security-holds/index.ts";
import { closeAccount } from "./close.command.ts";
import { isInUse, lockAccount, requireMayClose } from "./may-close.query.ts";

/**
 * Closes the caller's account for good: immediately if it holds nothing, has held nothing for days and may get nothing, otherwise after some days in which a link in a mail
 * keeps it, because a thief could give the balance away. Until then no one is signed in to it (docs/adr/0008).
 * @throws AppError WRONG_PASSWORD, STEP_UP_REQUIRED, ACCOUNT_HAS_FUNDS unless the balance is given to the treasury, PAYMENTS_HELD of one that would be, and what
 *   {@link requireMayClose} throws
 */
export async function deleteAccount(
  ctx: MemberContext,
  input: z.infer<typeof deleteAccountInput>,
): Promise<z.infer<typeof deleteAccountOutput>> {
  const { id: member } = ctx.viewer;
  const password = await confirmPasswordOrProof(ctx, input.password);
  const change = { member, from: ctx, at: ctx.now() };
  const closesAt = await withEffects(ctx, async (trx, effects) => {
    const account = await lockAccount(trx, member);
    // Called twice at the same time.
    if (account.isClosed || account.closesAt !== null) return account.closesAt;
    // A recovery that came in between ends this, too.
    await requireOpenSession(trx, ctx);
    if (password !== null) await requireSamePassword(trx, member, password);
    await requireAnsweredAddress(trx, ctx, member);
    await requireMayClose(trx, account, change.at);
    const balance = await balanceOf(trx, "member", member);
    if (balance > 0n && !input.forfeitBalance) {
      throw new AppError("ACCOUNT_HAS_FUNDS", { details: { balance: formatAmount(balance) } });
    }
    if (balance === 0n && !(await isInUse(trx, member))) {
      await closeAccount(trx, effects, ctx, change);
      return null;
    }
    if (balance > 0n) await requireNoHold(trx, member);
    await endAccess(trx, member, null);
    return beginClosing(trx, effects, { ...change, balance });
  });
  await mailSoon(ctx);
  sessionsEnded(ctx, member);
  return { success: true, closesAt };
}
