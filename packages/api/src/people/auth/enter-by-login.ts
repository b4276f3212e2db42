import type { LoginKind } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { Context } from "../../platform/context/index.ts";
import { requireCodeIfNeeded, tryCode } from "../second-factor/index.ts";
import type { Attempt } from "./auth.limits.ts";
import { type Door, enter, ownBrowser, type SignedIn } from "./enter.ts";
import { browserMark } from "./sign-in.ts";

/**
 * Signs in with what is linked to the member: a wallet, or an account at a provider.
 * @param use uses its proof up, in the transaction of the sign-in
 * @throws AppError SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG, SECOND_FACTOR_LOCKED, RATE_LIMITED, and what `use` throws
 */
export async function enterByLogin<Answer>(
  ctx: Context,
  door: Door<Answer>,
  attempt: Attempt,
  given: {
    readonly userId: string;
    readonly by: LoginKind;
    readonly code: string | undefined;
    /** By the database's clock. */
    readonly at: Date;
    /** From when on the member counts as having proved who they are, if not right now. */
    readonly provedAt?: Date;
    use(trx: Transaction<DB>): Promise<unknown>;
  },
): Promise<SignedIn<Answer>> {
  const { userId, by, code, at, provedAt = null, use } = given;
  ctx.nameMember(userId);
  const mark = await browserMark(ctx.db, userId);
  const own = ownBrowser(ctx, mark);
  return tryCode(ctx, { userId, code, own }, () =>
    enter(ctx, door, [attempt], async (trx) => {
      await use(trx);
      const factor = await requireCodeIfNeeded(trx, ctx, { userId, code, at });
      const proved = factor === null ? { by, provedAt } : { by: factor };
      return { mark, ...proved, factor, isKnown: own !== null };
    }),
  );
}
