import { myRatingInput, myRatingOutput, rateInput, rateOutput } from "@bbux/contract";
import { memberProcedure, router } from "../../platform/calls/index.ts";
import { myRating } from "./integrity.queries.ts";
import { rate } from "./rate.command.ts";

const tags = ["integrity"];

export const integrityRouter = router({
  rate: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/integrity/rate",
        tags,
        summary: "Rate a member's integrity; a second rating takes the place of the first",
      },
      refuses: ["OWN_RATING", "NOT_FOUND"],
    })
    .input(rateInput)
    .output(rateOutput)
    .mutation(({ ctx, input }) => rate(ctx, input)),

  mine: memberProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/integrity/mine",
        tags,
        summary: "How the caller has rated a member, if at all",
      },
    })
    .input(myRatingInput)
    .output(myRatingOutput)
    .query(({ ctx, input }) => myRating(ctx.db, ctx.viewer.id, input.userId)),
});
