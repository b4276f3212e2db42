import { RIVALS } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { ownAccounts } from "../established/index.ts";

/** Refuses a judge about a rival, and in favor of an account that counts as theirs. @throws AppError OWN_DECISION, HAS_INTEREST */
export type InterestCheck = (
  trx: Transaction<DB>,
  about: { readonly member: string; readonly favors: boolean },
) => Promise<void>;

/**
 * Keeps a moderator or an admin from deciding about their rivals, and in favor of their own accounts; against these they may, because a thief
 * may have used one in their browser. Asked under the member's lock.
 * @param areRivals which higher domains know
 */
export function refuseInterested(
  ctx: MemberContext,
  areRivals: (
    trx: Transaction<DB>,
    judge: MemberContext & { readonly accounts: readonly string[] },
    member: string,
  ) => Promise<boolean>,
): InterestCheck {
  return async (trx, { member, favors }) => {
    const accounts = await ownAccounts(trx, ctx);
    if (favors && accounts.includes(member)) throw new AppError("OWN_DECISION");
    if (await areRivals(trx, { ...ctx, accounts }, member)) throw new AppError("HAS_INTEREST", { message: RIVALS });
  };
}
