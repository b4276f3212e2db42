import type { Services } from "../../platform/context/index.ts";
import { isFenceOpen } from "../chain/index.ts";
import { planColdTransfer } from "../cold-wallet/index.ts";
import { feeAllowance, keptFromCold, knownFunds, neededByWaiting, unpromised } from "./funds.ts";

/**
 * Plans to move to the cold wallet what the hot wallet has above its ceiling, less what waiting payments need (docs/adr/0027). One
 * at a time, and none while nothing may be signed or SOL is missing.
 * @returns whether there is one now
 */
export async function planCold({
  db,
  money,
  databaseNow,
}: Pick<Services, "db" | "money" | "databaseNow">): Promise<boolean> {
  const { hotWalletCeiling: ceiling } = money;
  if (ceiling === null || !(await isFenceOpen(db))) return false;
  const state = await db.selectFrom("chain_state").selectAll().executeTakeFirstOrThrow();
  if (state.withdrawals_stopped_at !== null || BigInt(state.shortfall) > 0n) return false;
  const funds = knownFunds(state);
  const free = await unpromised(db, { funds, hot: null });
  if (free - (await neededByWaiting(db, money)) <= ceiling) return false;
  const amount = free - (await keptFromCold(db, money)) - feeAllowance(money);
  return planColdTransfer(db, amount, await databaseNow());
}
