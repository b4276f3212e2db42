import { stats } from "@bbux/contract";
import { publicProcedure, router } from "../../platform/calls/index.ts";
import { getStats } from "./stats.queries.ts";

export const statsRouter = router({
  get: publicProcedure
    .meta({
      openapi: { method: "GET", path: "/stats", tags: ["stats"], protect: false, summary: "The platform in numbers" },
    })
    .output(stats)
    .query(({ ctx }) => getStats(ctx.db)),
});
