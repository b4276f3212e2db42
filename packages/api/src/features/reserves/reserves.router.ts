import { listSuspenseOutput, reserves } from "@bbux/contract";
import { AppError } from "../../errors.ts";
import { memberProcedure, publicProcedure, router } from "../../trpc.ts";
import { getReserves, listSuspense } from "./reserves.queries.ts";

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

  suspense: memberProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/admin/suspense",
        tags,
        summary: "SOL that arrived and is nobody's; for admins",
      },
      refuses: ["FORBIDDEN"],
    })
    .output(listSuspenseOutput)
    .query(({ ctx }) => {
      if (ctx.viewer.role !== "admin") throw new AppError("FORBIDDEN");
      return listSuspense(ctx.db);
    }),
});
