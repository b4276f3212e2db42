import { communityBoard, stats } from "@bbux/contract";
import { publicProcedure, router } from "../../platform/calls/index.ts";
import { getBoard } from "./board.queries.ts";
import { getStats } from "./stats.queries.ts";

const tags = ["stats"];

export const statsRouter = router({
  get: publicProcedure
    .meta({ openapi: { method: "GET", path: "/stats", tags, protect: false, summary: "The platform in numbers" } })
    .output(stats)
    .query(({ ctx }) => getStats(ctx.db)),

  board: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/stats/board",
        tags,
        protect: false,
        summary: "Bounties that end soon, open votes, popular tags and the month's top earners",
      },
    })
    .output(communityBoard)
    .query(({ ctx }) => getBoard(ctx.db, ctx.now())),
});
