import { reserves } from "@bbux/contract";
import { publicProcedure, router } from "../../platform/calls/index.ts";
import { getReserves } from "./reserves.queries.ts";

const tags = ["reserves"];

export const reservesRouter = router({
  get: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/reserves",
        tags,
        summary: "What the platform owes, and what it has on the chain",
      },
    })
    .output(reserves)
    .query(({ ctx }) => getReserves(ctx)),
});
