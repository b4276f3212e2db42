import type { Context, MemberContext } from "./context.ts";
import { AppError } from "./errors.ts";

/** Who may call: a signed-in member, suspended or not, or one who is not suspended; nothing for anyone. */
export type ViewerLevel = "account" | "member";

/**
 * What a member's context has besides anybody's.
 * @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED; ACCOUNT_SUSPENDED where a suspended one may not
 */
export function demandViewer(ctx: Context, level: ViewerLevel): Pick<MemberContext, "viewer" | "session"> {
  const { viewer, session } = ctx;
  if (!viewer || !session) throw new AppError(ctx.sessionProblem ?? "UNAUTHENTICATED");
  if (level === "member" && viewer.suspended) throw new AppError("ACCOUNT_SUSPENDED");
  return { viewer, session };
}
