import type { RefundRequest } from "@bbux/contract";
import { exactTime } from "../../components/TimeAgo.format.ts";

type Facts = Pick<
  RefundRequest,
  "kind" | "status" | "requiredVotes" | "expiresAt" | "settlesAt" | "mayAppeal" | "appeal" | "communityVotes"
>;

/** Says what happens next with the member's own request (docs/DECISIONS.md 1.3, 1.5). */
export function nextStepText(request: Facts): string {
  const { status, requiredVotes, appeal, settlesAt } = request;
  if (request.kind === "OBJECTION") return objectionText(request);
  if (status === "PENDING") {
    return `Members who took part in the post vote until ${exactTime(request.expiresAt)}. ${requiredVotes} equal votes decide immediately. At the end the majority of at least ${requiredVotes} decides; with fewer votes the bounty is not refunded.`;
  }
  if (status === "APPROVED") return "The refund is approved and will be paid shortly.";
  if (status === "COMPLETED") return "The bounty is back in your wallet.";
  const why =
    status === "EXPIRED"
      ? `Only ${request.communityVotes} of ${requiredVotes} votes were cast in time, so the bounty isn't refunded.`
      : "Members voted against the refund.";
  if (appeal?.status === "OPEN") return `${why} A moderator decides about your appeal.`;
  if (settlesAt === null) return `${why} The bounty has been settled since.`;
  const end = exactTime(settlesAt);
  return request.mayAppeal
    ? `${why} You can still accept an answer, or appeal once, until ${end}. After that the best voted answer gets the bounty, or it returns to you when there is none.`
    : `${why} You can still accept an answer until ${end}. After that the best voted answer gets the bounty, or it returns to you when there is none.`;
}

function objectionText({ status, requiredVotes, expiresAt }: Facts): string {
  if (status === "PENDING") {
    return `Members who took part in the post vote until ${exactTime(expiresAt)}. ${requiredVotes} equal votes decide immediately. With fewer votes or a tie, the bounty is paid as announced.`;
  }
  if (status === "COMPLETED" || status === "APPROVED") return "The bounty went back to the asker.";
  return "The bounty is paid as announced. The vote is final.";
}

/** Describes the state of an appeal for any reader. */
export function appealText(appeal: NonNullable<RefundRequest["appeal"]>): string {
  if (appeal.status === "OPEN") {
    return `A moderator decides. Without a decision by ${exactTime(appeal.expiresAt)}, the appeal lapses and the decision stands.`;
  }
  if (appeal.status === "GRANTED") return "A moderator granted the appeal, and the bounty went back to the asker.";
  if (appeal.status === "DENIED") return "A moderator denied the appeal. This decision is final.";
  return "No moderator decided in time. The appeal has lapsed, and the decision stands.";
}
