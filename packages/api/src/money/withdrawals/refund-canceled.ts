import type { Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { PAID_BEFORE, scanHotWallet } from "../hot-wallet/index.ts";
import { refund } from "./subjects.ts";
import { isUnsigned } from "./waiting.sql.ts";

const BATCH_SIZE = 100;

/** Refunds canceled withdrawals of which nothing is signed, also while payments are stopped. */
export async function refundCanceled(services: Services): Promise<void> {
  const canceled = await services.db
    .selectFrom("withdrawals")
    .select(["id", "cancel_reason"])
    .where("state", "=", "REQUESTED")
    .where("cancel_reason", "is not", null)
    .orderBy("id")
    .limit(BATCH_SIZE)
    .execute();
  let isForForgotten = false;
  for (const { id, cancel_reason: reason } of canceled) {
    const isRefunded = await withEffects(services, async (trx, effects) => {
      if (!(await isUnsigned(trx, { kind: "withdrawal", id }))) return false;
      await refund(trx, effects, id, reason ?? "", services.now());
      return true;
    });
    isForForgotten ||= isRefunded && reason === PAID_BEFORE;
  }
  // It was given back for a payment that these books have forgotten, and mustn't be spent before that is booked.
  if (isForForgotten) await scanHotWallet(services);
}
