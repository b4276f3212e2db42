import {
  listActivityInput,
  listActivityOutput,
  ownProfile,
  updateProfileInput,
  updateProfileOutput,
} from "@bbux/contract";
import { listActivity } from "../../people/reputation/index.ts";
import { accountProcedure, memberProcedure, router } from "../../platform/calls/index.ts";
import { updateProfile } from "./profile.commands.ts";
import { getOwnProfile } from "./profile.queries.ts";

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
