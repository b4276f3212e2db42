import type { Context, MemberContext } from "../context/index.ts";
import { AppError } from "../errors/errors.ts";

/**
 * Who may call: a signed-in member, even if suspended; one who isn't suspended; a moderator or admin; an admin.
 * Undefined for anyone.
 */
export type ViewerLevel = "account" | "member" | "moderator" | "admin";

const NEEDS_ADMIN = "You need admin privileges to access this page";

/**
 * Requires that a moderator or admin whose days of grace are over has a second factor (docs/adr/0036).
 * @throws AppError SECOND_FACTOR_NEEDED
 */
export function requireStaffFactor({ session, staffNeedFactor }: Pick<Context, "session" | "staffNeedFactor">): void {
  if (staffNeedFactor && session?.isStaffOverdue && session.factors.length === 0)
    throw new AppError("SECOND_FACTOR_NEEDED");
}

/**
 * Returns what a member's context adds.
 * @param withoutFactor for what a moderator or admin may do who still has to set up a second factor
 * @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED; SECOND_FACTOR_NEEDED; ACCOUNT_SUSPENDED where a suspended member may not call; FORBIDDEN
 * for an
 *   insufficient role
 */
export function requireViewer(
  ctx: Context,
  level: ViewerLevel,
  withoutFactor = false,
): Pick<MemberContext, "viewer" | "session"> {
  const { viewer, session } = ctx;
  if (!viewer || !session) throw new AppError(ctx.sessionProblem ?? "UNAUTHENTICATED");
  if (!withoutFactor) requireStaffFactor(ctx);
  if (level !== "account" && viewer.suspended) throw new AppError("ACCOUNT_SUSPENDED");
  if (level === "admin" && viewer.role !== "admin") throw new AppError("FORBIDDEN", { message: NEEDS_ADMIN });
  if (level === "moderator" && viewer.role === "user") {
    throw new AppError("FORBIDDEN", { message: "Only moderators can do this" });
  }
  return { viewer, session };
}
