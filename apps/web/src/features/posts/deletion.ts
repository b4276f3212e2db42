import { type Post, parseAmount } from "@bbux/contract";
import { bbux } from "../../components/Amount.format.ts";
import { isUnpaid } from "../../components/Bounty.state.ts";
import { exactTime } from "../../components/TimeAgo.format.ts";

type Facts = Pick<Post, "authorId" | "bountyStatus" | "bountyExpiresAt" | "reward"> & {
  readonly answers: readonly { readonly authorId: string }[];
};

/** Whether deleting is refused, and what to say before it is tried (DECISIONS 1.4). */
export function deletionOutlook(post: Facts): { refused: boolean; text: string } {
  if (!isUnpaid(post))
    return { refused: false, text: "The post goes with its answers and comments. This cannot be undone." };
  if (post.answers.some((answer) => answer.authorId !== post.authorId)) {
    const from = post.bountyExpiresAt ? ` From ${exactTime(post.bountyExpiresAt)} on you can ask for a refund.` : "";
    return {
      refused: true,
      text: `This post has an unpaid bounty, and somebody has answered it, so it cannot be deleted. Accept an answer to pay the bounty.${from}`,
    };
  }
  const amount = parseAmount(post.reward) ?? 0n;
  return {
    refused: false,
    text: `The bounty of ${bbux(amount)} is refunded to your wallet. The fee that it was placed with is kept. This cannot be undone.`,
  };
}
