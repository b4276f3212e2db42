import { FEATURES } from "@bbux/contract";
import { AppError } from "../errors/errors.ts";

/**
 * Requires that a call's feature is on.
 * @param call its name, such as `wallet.get`
 * @throws AppError NOT_FOUND, because a feature that is off doesn't exist for callers
 */
export function requireFeature(call: string): void {
  const isOn =
    (FEATURES.notifications || !call.startsWith("notifications.")) &&
    (FEATURES.wallet || !call.startsWith("wallet.")) &&
    (FEATURES.voting || !/^(posts|answers|comments)\.vote$/.test(call));
  if (!isOn) throw new AppError("NOT_FOUND", { message: "This feature is switched off" });
}
