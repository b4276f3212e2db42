import {
  liabilityProofOutput,
  listCheckpointsInput,
  listCheckpointsOutput,
  transparency,
  transparencyLogInput,
  transparencyLogOutput,
} from "@bbux/contract";
import { accountProcedure, publicProcedure, router } from "../../platform/calls/index.ts";
import { getProof } from "./proof.query.ts";
import { getTransparency, listCheckpoints, listLog } from "./transparency.queries.ts";

const tags = ["transparency"];

/**
 * Serves what anyone needs to check the books (docs/DECISIONS.md 1.8); the whole log as a file is a plain route of the
 * server.
 */
export const transparencyRouter = router({
  get: publicProcedure
    .meta({
      openapi: { method: "GET", path: "/transparency", tags, summary: "The books, the chain of the log, checkpoints" },
    })
    .output(transparency)
    .query(({ ctx }) => getTransparency(ctx)),

  log: publicProcedure
    .meta({
      openapi: { method: "GET", path: "/transparency/log", tags, summary: "Sealed entries of the log, in their order" },
    })
    .input(transparencyLogInput)
    .output(transparencyLogOutput)
    .query(({ ctx, input }) => listLog(ctx.db, input)),

  checkpoints: publicProcedure
    .meta({
      openapi: { method: "GET", path: "/transparency/checkpoints", tags, summary: "Signed checkpoints, newest first" },
    })
    .input(listCheckpointsInput)
    .output(listCheckpointsOutput)
    .query(async ({ ctx, input }) => ({ checkpoints: await listCheckpoints(ctx.db, input) })),

  proof: accountProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/transparency/proof",
        tags,
        summary: "That the caller's balance is counted in what the platform says it owes",
      },
    })
    .output(liabilityProofOutput)
    .query(async ({ ctx }) => ({ proof: await getProof(ctx.db, ctx.viewer.id) })),
});
