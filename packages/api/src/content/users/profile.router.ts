import {
  languageOutput,
  listActivityInput,
  listActivityOutput,
  ownProfile,
  spendingOutput,
  updateLanguageInput,
  updateProfileInput,
  updateProfileOutput,
  updateSpendingInput,
} from "@bbux/contract";
import { getSpending } from "../../people/leaving/index.ts";
import { listActivity } from "../../people/reputation/index.ts";
import { accountProcedure, memberProcedure, router } from "../../platform/calls/index.ts";
import { updateLanguage } from "./language.command.ts";
import { updateProfile } from "./profile.commands.ts";
import { getOwnProfile } from "./profile.queries.ts";
import { updateSpending } from "./spending.command.ts";

const tags = ["profile"];

export const profileRouter = router({
  get: accountProcedure
    .meta({ openapi: { method: "GET", path: "/profile", tags, summary: "The caller's own profile" } })
    .output(ownProfile)
    .query(({ ctx }) => getOwnProfile(ctx.db, ctx.viewer.id, ctx.now())),

  update: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/profile",
        tags,
        summary: "Change the own profile",
        description:
          "Fields may stand flat or under `profile`. Absent ones stay; an empty one or null clears the field.",
      },
    })
    .input(updateProfileInput)
    .output(updateProfileOutput)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),

  // A suspended member reads it, too: settings must open for them.
  spending: accountProcedure
    .meta({
      openapi: { method: "GET", path: "/profile/spending", tags, summary: "When the app asks before it spends BBUX" },
    })
    .output(spendingOutput)
    .query(({ ctx }) => getSpending(ctx.db, ctx.viewer.id)),

  updateSpending: memberProcedure
    .meta({
      openapi: {
        method: "PUT",
        path: "/profile/spending",
        tags,
        summary: "Change when the app asks before it spends BBUX",
        description: "Above this amount, payments need a fresh proof, and so does raising it.",
      },
      refuses: ["STEP_UP_REQUIRED"],
    })
    .input(updateSpendingInput)
    .output(spendingOutput)
    .mutation(({ ctx, input }) => updateSpending(ctx, input)),

  updateLanguage: memberProcedure
    .meta({
      openapi: {
        method: "PUT",
        path: "/profile/language",
        tags,
        summary: "Change the language of mails to the caller",
        description:
          "Signing in with a browser that has signed in before sets it, too. Calls of the API answer in the language of `Accept-Language`.",
      },
    })
    .input(updateLanguageInput)
    .output(languageOutput)
    .mutation(({ ctx, input }) => updateLanguage(ctx, input)),

  activity: accountProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/profile/activity",
        tags,
        summary: "All rows of the caller's reputation, the latest first, and the points over time",
      },
    })
    .input(listActivityInput)
    .output(listActivityOutput)
    .query(({ ctx, input }) => listActivity(ctx.db, ctx.viewer.id, input, ctx.now())),
});
