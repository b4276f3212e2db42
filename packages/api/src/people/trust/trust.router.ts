import { trustOutput } from "@bbux/contract";
import { accountProcedure, router } from "../../platform/calls/index.ts";
import { getTrust } from "./trust.query.ts";

export const trustRouter = router({
  get: accountProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/profile/trust",
        tags: ["profile"],
        summary: "The caller's trust level, what the next one takes, and what is left of today's limits",
      },
    })
    .output(trustOutput)
    .query(({ ctx }) => getTrust(ctx)),
});
