import type { Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { award, dailyVisit } from "./award.command.ts";

/** Counts the member's visit of the day, once: on sign-in, and when an open app reports it. */
export async function comeBy(
  services: Pick<Services, "db" | "signals" | "now">,
  userId: string,
): Promise<{ success: true }> {
  const at = services.now();
  await withEffects(services, (trx, effects) => award(trx, effects, userId, dailyVisit(at), at));
  return { success: true };
}
