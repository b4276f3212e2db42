import { isUnpaid, type Post, parseAmount } from "@bbux/contract";
import { bbux } from "../../components/Amount.format.ts";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { type BountyOfPost, bountyStage, mayAskRefund } from "./bountyStage.ts";

type Facts = BountyOfPost &
  Pick<Post, "authorId" | "reward"> & {
    readonly answers: readonly { readonly authorId: string }[];
  };

interface DeletionOutlook {
  readonly refused: boolean;
  readonly text: string;
  /** For a refused deletion: a refund can be requested now, or one was. */
  readonly next?: "ask" | "see";
}

/** Whether deletion is refused, and what to say in advance (docs/DECISIONS.md 1.4, 1.5). */
export function deletionOutlook(post: Facts, now: number): DeletionOutlook {
  if (!isUnpaid(post))
    return { refused: false, text: "This also deletes its answers and comments. You can't undo it." };
  const stage = bountyStage(post, now);
  if (stage === "voting" || stage === "appealed") {
    return {
      refused: true,
      text: "A refund of this post's bounty is being decided, so it can't be deleted until then.",
      next: "see",
    };
  }
  if (post.answers.some((answer) => answer.authorId !== post.authorId)) {
    const refused = "This post has an unpaid bounty, and someone has answered it, so it can't be deleted.";
    if (mayAskRefund(post, now)) {
      const text = `${refused} Accept an answer to pay the bounty, or ask for a refund.`;
      return { refused: true, text, next: "ask" };
    }
    const text =
      stage === "runs" && post.bountyExpiresAt
        ? `${refused} Accept an answer to pay the bounty. From ${exactTime(post.bountyExpiresAt)} on you can ask for a refund.`
        : `${refused} Accept an answer to pay the bounty.`;
    return { refused: true, text, ...(post.refund && { next: "see" as const }) };
  }
  const amount = parseAmount(post.reward) ?? 0n;
  return {
    refused: false,
    text: `The bounty of ${bbux(amount)} is refunded to your wallet. The fee that it was placed with is kept. This cannot be undone.`,
  };
}
