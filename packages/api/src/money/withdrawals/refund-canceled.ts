import type { Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
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
  for (const { id, cancel_reason: reason } of canceled) {
    await withEffects(services, async (trx, effects) => {
      if (!(await isUnsigned(trx, { kind: "withdrawal", id }))) return;
      await refund(trx, effects, id, reason ?? "", services.now());
    });
  }
}
