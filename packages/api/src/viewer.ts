import type { Context, MemberContext } from "./context.ts";
import { AppError } from "./errors.ts";

/**
 * Who may call: a signed-in member, suspended or not; one who is not suspended; a moderator or admin; an admin. Nothing for
 * anyone.
 */
export type ViewerLevel = "account" | "member" | "moderator" | "admin";

const NEEDS_ADMIN = "You need admin privileges to access this page";

/**
 * What a member's context has besides anybody's.
 * @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED; ACCOUNT_SUSPENDED where a suspended one may not; FORBIDDEN for a role that
 *   does not reach
 */
export function demandViewer(ctx: Context, level: ViewerLevel): Pick<MemberContext, "viewer" | "session"> {
  const { viewer, session } = ctx;
  if (!viewer || !session) throw new AppError(ctx.sessionProblem ?? "UNAUTHENTICATED");
  if (level !== "account" && viewer.suspended) throw new AppError("ACCOUNT_SUSPENDED");
  if (level === "admin" && viewer.role !== "admin") throw new AppError("FORBIDDEN", { message: NEEDS_ADMIN });
  if (level === "moderator" && viewer.role === "user") {
    throw new AppError("FORBIDDEN", { message: "Only moderators can do this" });
  }
  return { viewer, session };
}
