import {
  approveTagProposalInput,
  byTagProposal,
  declineTagProposalInput,
  listTagProposalsInput,
  listTagProposalsOutput,
  ownTagProposalsOutput,
  proposeTagInput,
  proposeTagOutput,
  tagProposalOutput,
} from "@bbux/contract";
import { memberProcedure, moderatorProcedure, router } from "../../platform/calls/index.ts";
import { approveProposal, declineProposal, withdrawProposal } from "./end.commands.ts";
import { proposeTag } from "./propose.command.ts";
import { listProposals, ownProposals } from "./tag-proposals.queries.ts";

const tags = ["tags"];

export const tagProposalsRouter = router({
  propose: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/tags/proposals",
        tags,
        summary: "Propose a tag",
        description:
          "Takes the reputation of the parameter `tagProposalPoints`, except for staff. A name that is spelled nearly like a tag or like an open proposal is refused.",
      },
      refuses: ["TAG_REPUTATION", "TOO_MANY_TAG_PROPOSALS", "TAG_EXISTS", "TAG_PROPOSED", "TAG_LIMIT"],
    })
    .input(proposeTagInput)
    .output(proposeTagOutput)
    .mutation(({ ctx, input }) => proposeTag(ctx, input)),

  own: memberProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/tags/proposals",
        tags,
        summary: "The tags that the caller proposed, and whether they may propose more",
      },
    })
    .output(ownTagProposalsOutput)
    .query(({ ctx }) => ownProposals(ctx)),

  withdraw: memberProcedure
    .meta({
      openapi: { method: "DELETE", path: "/tags/proposals/{id}", tags, summary: "Withdraw a proposal that is open" },
      refuses: ["NOT_FOUND", "TAG_PROPOSAL_DECIDED"],
    })
    .input(byTagProposal)
    .output(tagProposalOutput)
    .mutation(({ ctx, input }) => withdrawProposal(ctx, input.id)),

  list: moderatorProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/moderation/tag-proposals",
        tags: ["moderation"],
        summary: "The tags that members proposed",
      },
    })
    .input(listTagProposalsInput)
    .output(listTagProposalsOutput)
    .query(({ ctx, input }) => listProposals(ctx.db, input)),

  approve: moderatorProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/moderation/tag-proposals/{id}/approve",
        tags: ["moderation"],
        summary: "Make a proposal a tag",
        description: "Everyone can use it from then on. The proposer gets a notification.",
      },
      refuses: ["NOT_FOUND", "TAG_PROPOSAL_DECIDED", "TAG_EXISTS"],
    })
    .input(approveTagProposalInput)
    .output(tagProposalOutput)
    .mutation(({ ctx, input }) => approveProposal(ctx, input)),

  decline: moderatorProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/moderation/tag-proposals/{id}/decline",
        tags: ["moderation"],
        summary: "Decline a proposal",
        description: "The proposer gets a notification with the reason.",
      },
      refuses: ["NOT_FOUND", "TAG_PROPOSAL_DECIDED"],
    })
    .input(declineTagProposalInput)
    .output(tagProposalOutput)
    .mutation(({ ctx, input }) => declineProposal(ctx, input)),
});
