import type { Services } from "../../context.ts";
import { withEffects } from "../../effects.ts";
import { award, cameBy } from "../reputation/award.command.ts";

/** Counts that a member has come by today, once: when they sign in, and when an open app says so. */
export async function comeBy(
  services: Pick<Services, "db" | "signals" | "now">,
  userId: string,
): Promise<{ success: true }> {
  const at = services.now();
  await withEffects(services, (trx, effects) => award(trx, effects, userId, cameBy(at), at));
  return { success: true };
}
