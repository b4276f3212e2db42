import { listReviewsInput, listReviewsOutput, reviewInput, reviewOutput } from "@bbux/contract";
import { memberProcedure, router } from "../../platform/calls/index.ts";
import { review } from "./review.command.ts";
import { listReviews } from "./reviews.query.ts";

const tags = ["moderation"];

export const reviewsRouter = router({
  list: memberProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/reviews",
        tags,
        summary: "What newcomers wrote and the caller can review",
        description: "For established members and staff. Paged by cursor: pass `next` as `after`.",
      },
      refuses: ["REVIEWERS_ONLY"],
    })
    .input(listReviewsInput)
    .output(listReviewsOutput)
    .query(({ ctx, input }) => listReviews(ctx, input)),

  decide: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/reviews/{id}/verdict",
        tags,
        summary: "Clear or flag what a newcomer wrote",
        description:
          "The first two verdicts that agree decide: it leaves the queue, or both flags go to moderators. A flag needs a reason.",
      },
      refuses: ["REVIEWERS_ONLY", "OWN_DECISION", "HAS_INTEREST", "ALREADY_REVIEWED", "REVIEW_CLOSED"],
    })
    .input(reviewInput)
    .output(reviewOutput)
    .mutation(({ ctx, input }) => review(ctx, input)),
});
