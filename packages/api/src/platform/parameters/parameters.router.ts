import {
  listParametersOutput,
  parameterHistoryInput,
  parameterHistoryOutput,
  setParameterInput,
  setParameterOutput,
} from "@bbux/contract";
import { adminProcedure, publicProcedure, router } from "../calls/index.ts";
import { getParameter, listParameters, parameterHistory } from "./parameters.queries.ts";
import { setParameter } from "./set.command.ts";

const tags = ["governance"];

export const parametersRouter = router({
  list: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/parameters",
        tags,
        protect: false,
        summary: "Fees, rates and thresholds as they are in force",
      },
    })
    .output(listParametersOutput)
    .query(({ ctx }) => listParameters(ctx)),

  history: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/parameters/history",
        tags,
        protect: false,
        summary: "What was changed of them, the latest first",
      },
    })
    .input(parameterHistoryInput)
    .output(parameterHistoryOutput)
    .query(({ ctx, input }) => parameterHistory(ctx.db, input)),

  set: adminProcedure
    .meta({
      openapi: {
        method: "PUT",
        path: "/admin/parameters",
        tags,
        summary: "Change a parameter, from now on",
        description: "The reason is public. What is so already stays as it is.",
      },
      stepUp: true,
    })
    .input(setParameterInput)
    .output(setParameterOutput)
    .mutation(async ({ ctx, input: { name, value, reason } }) => {
      const change = { name, value: BigInt(value), actor: ctx.viewer.id, reason, at: ctx.now() };
      await setParameter(ctx.db, ctx.parameterDefaults, change);
      return { success: true, parameter: await getParameter(ctx, name) };
    }),
});
