import type { Role } from "@bbux/contract";
import { allowed, refused, type Verdict } from "../../errors.ts";
import type { PostState } from "../posts/posts.rules.ts";

/** What the rules look at: a thing under its lock. */
interface Target {
  readonly kind: string;
  readonly authorId: string;
  readonly state: "VISIBLE" | "HIDDEN" | "DELETED";
}

interface Judge {
  readonly id: string;
  readonly role: Role;
}

/** Anybody but who wrote it, or whom it is about. */
export function mayFlag(target: Target, viewerId: string): Verdict {
  if (target.authorId !== viewerId) return allowed;
  const message = target.kind === "user" ? "You cannot flag yourself" : "You cannot flag what you wrote yourself";
  return refused("OWN_CONTENT", { message });
}

/** Nobody decides about themselves, moderator or admin. */
export function mayJudge(target: Pick<Target, "authorId">, judge: Judge): Verdict {
  return target.authorId === judge.id ? refused("OWN_DECISION") : allowed;
}

/** What readers can see, of any author. */
export function mayHide(target: Target, judge: Judge): Verdict {
  if (target.kind === "user") {
    return refused("BAD_REQUEST", { message: "A member cannot be hidden. Suspend them instead." });
  }
  const own = mayJudge(target, judge);
  if (!own.ok) return own;
  if (target.state === "HIDDEN") return refused("CONFLICT", { message: "This is hidden already" });
  if (target.state === "DELETED") return refused("CONFLICT", { message: "Its author has deleted this" });
  return allowed;
}

/** What is hidden, also by the moderator who hid it. */
export function mayRestore(target: Target, judge: Judge): Verdict {
  const own = mayJudge(target, judge);
  if (!own.ok) return own;
  return target.state === "HIDDEN" ? allowed : refused("CONFLICT", { message: "This is not hidden" });
}

/** One time that something was hidden. */
interface Hiding {
  readonly authorId: string;
  readonly hiddenBy: string;
  readonly restored: boolean;
  readonly appeal: string | null;
}

/** Its author, once, while it is hidden. */
export function mayAppeal(hiding: Hiding): Verdict {
  if (hiding.appeal !== null) return refused("ALREADY_APPEALED");
  return hiding.restored ? refused("NO_APPEAL", { message: "This is no longer hidden" }) : allowed;
}

/** Another moderator than the one who hid it, or an admin; never its author. */
export function mayDecideAppeal(hiding: Hiding, judge: Judge): Verdict {
  if (isOwnCase(hiding, judge)) return refused("OWN_DECISION");
  return hiding.appeal === "OPEN" && !hiding.restored ? allowed : refused("NO_APPEAL");
}

export function isOwnCase(hiding: Pick<Hiding, "authorId" | "hiddenBy">, judge: Judge): boolean {
  return hiding.authorId === judge.id || (hiding.hiddenBy === judge.id && judge.role !== "admin");
}

/**
 * Moderators suspend ordinary members, admins moderators, too; nobody an admin or themselves (DECISIONS §2).
 * @param judge null for a command of the operator
 */
export function maySuspend(judge: Judge | null, member: Judge): Verdict {
  if (judge?.id === member.id) return refused("OWN_DECISION", { message: "You cannot suspend yourself" });
  if (member.role === "admin") {
    const message = "An admin cannot be suspended: take the role away first";
    return refused(judge === null ? "CONFLICT" : "FORBIDDEN", { message });
  }
  if (member.role === "moderator" && judge?.role === "moderator") {
    return refused("FORBIDDEN", { message: "Only an admin can suspend a moderator, or end it" });
  }
  return allowed;
}

/** An open post of somebody else's: what is completed stays so. */
export function mayClose(post: PostState, judge: Judge): Verdict {
  const own = mayJudge(post, judge);
  if (!own.ok) return own;
  if (post.status === "CLOSED") return refused("POST_CLOSED", { message: "This post is closed already" });
  if (post.status === "COMPLETED") {
    return refused("ALREADY_ACCEPTED", { message: "An answer has been accepted: this post is completed" });
  }
  return allowed;
}
