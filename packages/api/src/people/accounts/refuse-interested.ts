import { RIVALS } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { ownAccounts } from "../established/index.ts";

/** Refuses a judge about one of their own accounts or a rival. Asked under the member's lock. @throws AppError OWN_DECISION, HAS_INTEREST */
export type InterestCheck = (trx: Transaction<DB>, member: string) => Promise<void>;

/** Keeps a moderator or an admin from deciding about their own accounts and their rivals. @param areRivals which higher domains know */
export function refuseInterested(
  ctx: MemberContext,
  areRivals: (
    trx: Transaction<DB>,
    judge: MemberContext & { readonly accounts: readonly string[] },
    member: string,
  ) => Promise<boolean>,
): InterestCheck {
  return async (trx, member) => {
    const accounts = await ownAccounts(trx, ctx);
    if (accounts.includes(member)) throw new AppError("OWN_DECISION");
    if (await areRivals(trx, { ...ctx, accounts }, member)) throw new AppError("HAS_INTEREST", { message: RIVALS });
  };
}
