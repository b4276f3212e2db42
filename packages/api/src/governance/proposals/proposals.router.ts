import {
  byProposalId,
  executeProposalInput,
  listProposalsInput,
  listProposalsOutput,
  proposalOutput,
  submitProposalInput,
  submitProposalOutput,
  voteProposalInput,
  voteProposalOutput,
} from "@bbux/contract";
import { accountProcedure, adminProcedure, memberProcedure, router } from "../../platform/calls/index.ts";
import { executeProposal } from "./execute.command.ts";
import { getProposal, listProposals } from "./proposals.queries.ts";
import { submitProposal } from "./submit.command.ts";
import { voteOnProposal } from "./vote.command.ts";

const tags = ["governance"];

export const proposalsRouter = router({
  list: accountProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/governance/proposals",
        tags,
        summary: "Proposals, the newest first",
        description: "`passed` has those that were carried out, too.",
      },
    })
    .input(listProposalsInput)
    .output(listProposalsOutput)
    .query(({ ctx, input }) => listProposals(ctx, input, { viewerId: ctx.viewer.id, now: ctx.now() })),

  get: accountProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/governance/proposals/{id}",
        tags,
        summary: "A proposal, and the caller's vote",
      },
      refuses: ["NOT_FOUND"],
    })
    .input(byProposalId)
    .output(proposalOutput)
    .query(async ({ ctx, input }) => ({
      proposal: await getProposal(ctx, input.id, { viewerId: ctx.viewer.id, now: ctx.now() }),
    })),

  submit: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/governance/proposals",
        tags,
        summary: "Submit a proposal; voting opens immediately, for seven days",
        description:
          "Each type needs a stake, which `/parameters` names. A PARAMETER proposal names a parameter and its new value. When it passes, the change takes effect automatically.",
      },
      refuses: ["STAKE_TOO_LOW", "TOO_MANY_PROPOSALS"],
      idempotent: true,
    })
    .input(submitProposalInput)
    .output(submitProposalOutput)
    .mutation(({ ctx, input }) => submitProposal(ctx, input)),

  vote: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/governance/proposals/{id}/vote",
        tags,
        summary: "Vote for or against a proposal, once and for good",
        description:
          "A vote weighs what the caller had staked when voting opened, or less if they have less now, with the reputation that they had then. That stake is locked until the proposal closes.",
      },
      refuses: ["NOT_FOUND", "VOTING_CLOSED", "ALREADY_VOTED", "NO_VOTING_POWER"],
      idempotent: true,
    })
    .input(voteProposalInput)
    .output(voteProposalOutput)
    .mutation(({ ctx, input }) => voteOnProposal(ctx, input)),

  execute: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/governance/proposals/{id}/execute",
        tags,
        summary: "Record that a passed proposal was carried out, and how",
      },
      refuses: ["NOT_FOUND", "CONFLICT"],
    })
    .input(executeProposalInput)
    .output(submitProposalOutput)
    .mutation(({ ctx, input }) => executeProposal(ctx, input)),
});
