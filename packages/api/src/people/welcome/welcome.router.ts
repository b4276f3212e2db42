import { changeWelcomeInput, readQuestionInput, welcomeOutput } from "@bbux/contract";
import { memberProcedure, router } from "../../platform/calls/index.ts";
import { changeWelcome, readQuestion } from "./welcome.commands.ts";
import { getWelcome } from "./welcome.query.ts";

const tags = ["profile"];

export const welcomeRouter = router({
  get: memberProcedure
    .meta({ openapi: { method: "GET", path: "/welcome", tags, summary: "The caller's first steps" } })
    .output(welcomeOutput)
    .query(({ ctx }) => getWelcome(ctx.db, ctx.viewer.id)),

  change: memberProcedure
    .meta({ openapi: { method: "PUT", path: "/welcome", tags, summary: "Hide the first steps, or show them again" } })
    .input(changeWelcomeInput)
    .output(welcomeOutput)
    .mutation(({ ctx, input }) => changeWelcome(ctx, input.dismissed)),

  read: memberProcedure
    .meta({
      openapi: { method: "POST", path: "/welcome/read", tags, summary: "Note that the caller opened a post" },
      refuses: ["NOT_FOUND"],
    })
    .input(readQuestionInput)
    .output(welcomeOutput)
    .mutation(({ ctx, input }) => readQuestion(ctx, input.postId)),
});
