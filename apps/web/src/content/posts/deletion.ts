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
    return { refused: false, text: "The post goes with its answers and comments. This cannot be undone." };
  const stage = bountyStage(post, now);
  if (stage === "voting" || stage === "appealed") {
    return {
      refused: true,
      text: "A refund of the bounty of this post is being decided, so it cannot be deleted until then.",
      next: "see",
    };
  }
  if (post.answers.some((answer) => answer.authorId !== post.authorId)) {
    const refused = "This post has an unpaid bounty, and someone has answered it, so it can't be deleted.";
    const accept = "Accept an answer to pay the bounty";
    if (mayAskRefund(post, now)) {
      return { refused: true, text: `${refused} ${accept}, or ask for a refund.`, next: "ask" };
    }
    const from =
      stage === "runs" && post.bountyExpiresAt
        ? ` From ${exactTime(post.bountyExpiresAt)} on you can ask for a refund.`
        : "";
    return { refused: true, text: `${refused} ${accept}.${from}`, ...(post.refund && { next: "see" as const }) };
  }
  const amount = parseAmount(post.reward) ?? 0n;
  return {
    refused: false,
    text: `The bounty of ${bbux(amount)} is refunded to your wallet. The fee that it was placed with is kept. This cannot be undone.`,
  };
}
