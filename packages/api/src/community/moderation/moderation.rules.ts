import { type PostStatus, RIVALS } from "@bbux/contract";
import { allowed, refused, type Verdict } from "../../platform/errors/errors.ts";

/** What the rules need: a target under its lock. */
interface Target {
  readonly kind: string;
  readonly authorId: string;
  readonly state: "VISIBLE" | "HIDDEN" | "DELETED";
}

export interface Judge {
  /** Theirs, and those that count as theirs: a decision about any of them is their own. */
  readonly accounts: readonly string[];
  /** Whether they asked or answered the question that it is about, or voted on one of its answers or its refund before the bounty was paid. */
  readonly interested: boolean;
  /** About a member: whether they and the member have a part in the same question with an unpaid bounty. */
  readonly rival: boolean;
}

/** Lets anyone flag a target except its author, or the member it is about. */
export function mayFlag(target: Target, viewerId: string): Verdict {
  if (target.authorId !== viewerId) return allowed;
  const message = target.kind === "user" ? "You cannot flag yourself" : "You cannot flag what you wrote yourself";
  return refused("OWN_CONTENT", { message });
}

/** Keeps moderators and admins from deciding about themselves, what they have an interest in, and their rivals (docs/DECISIONS.md §2). */
export function mayJudge(target: { readonly authorId: string | null }, judge: Judge): Verdict {
  const own = target.authorId !== null && judge.accounts.includes(target.authorId);
  return own ? refused("OWN_DECISION") : mayJudgeOthers(judge);
}

function mayJudgeOthers(judge: Pick<Judge, "interested" | "rival">): Verdict {
  if (judge.interested) return refused("HAS_INTEREST");
  return judge.rival ? refused("HAS_INTEREST", { message: RIVALS }) : allowed;
}

/** Lets a moderator hide what readers can see, by any author. */
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

/** Lets a moderator remove a file that another member uploaded and that no question of their own shows. */
export function mayRemoveFile(
  file: { readonly ownerId: string | null; readonly isTakenDown: boolean },
  judge: Judge,
): Verdict {
  const own = mayJudge({ authorId: file.ownerId }, judge);
  if (!own.ok) return own;
  return file.isTakenDown ? refused("CONFLICT", { message: "This file is already removed" }) : allowed;
}

/** Lets a moderator restore what is hidden, including their own decision. */
export function mayRestore(target: Target, judge: Judge): Verdict {
  const own = mayJudge(target, judge);
  if (!own.ok) return own;
  return target.state === "HIDDEN" ? allowed : refused("CONFLICT", { message: "This is not hidden" });
}

/** One hiding of a target. */
interface Hiding {
  readonly authorId: string;
  readonly hiddenBy: string;
  readonly restored: boolean;
  readonly appeal: string | null;
}

/** Lets the author appeal once, while it is hidden. */
export function mayAppeal(hiding: Hiding): Verdict {
  if (hiding.appeal !== null) return refused("ALREADY_APPEALED");
  return hiding.restored ? refused("NO_APPEAL", { message: "This is no longer hidden" }) : allowed;
}

/** Who decides an appeal against a hiding. */
export interface AppealJudge extends Pick<Judge, "accounts"> {
  /** Whether they are the only staff there is. */
  readonly isAlone: boolean;
}

/** Lets staff who didn't hide it decide, or the only one there is; never its author, or who has an interest. */
export function mayDecideAppeal(hiding: Hiding, judge: Judge & AppealJudge): Verdict {
  if (isOwnCase(hiding, judge)) return refused("OWN_DECISION");
  const others = mayJudgeOthers(judge);
  if (!others.ok) return others;
  return hiding.appeal === "OPEN" && !hiding.restored ? allowed : refused("NO_APPEAL");
}

export function isOwnCase(
  { authorId, hiddenBy }: Pick<Hiding, "authorId" | "hiddenBy">,
  { accounts, isAlone }: AppealJudge,
): boolean {
  return accounts.includes(authorId) || (accounts.includes(hiddenBy) && !isAlone);
}

/** Lets a moderator close another member's open post; a completed one stays completed. */
export function mayClose(post: { readonly authorId: string; readonly status: PostStatus }, judge: Judge): Verdict {
  const own = mayJudge(post, judge);
  if (!own.ok) return own;
  if (post.status === "CLOSED") return refused("POST_CLOSED", { message: "This post is already closed" });
  if (post.status === "COMPLETED") {
    return refused("ALREADY_ACCEPTED", { message: "An answer has been accepted, so this post is completed" });
  }
  return allowed;
}
