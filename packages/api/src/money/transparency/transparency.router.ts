import {
  liabilityProofOutput,
  listCheckpointsInput,
  listCheckpointsOutput,
  setProofCodeInput,
  setProofCodeOutput,
  transparency,
  transparencyLogInput,
  transparencyLogOutput,
} from "@bbux/contract";
import { accountProcedure, publicProcedure, router } from "../../platform/calls/index.ts";
import { getProof } from "./proof.query.ts";
import { setProofCode } from "./proof-code.command.ts";
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
        summary: "What the latest checkpoint says the caller is owed, with the proof",
      },
    })
    .output(liabilityProofOutput)
    .query(({ ctx }) => getProof(ctx, ctx.viewer.id)),

  setCode: accountProcedure
    .meta({
      openapi: {
        method: "PUT",
        path: "/transparency/proof-code",
        tags,
        summary: "Change the code that leads to the caller's place in the next checkpoint",
      },
    })
    .input(setProofCodeInput)
    .output(setProofCodeOutput)
    .mutation(async ({ ctx, input }) => ({ success: true, code: await setProofCode(ctx, input) })),
});
