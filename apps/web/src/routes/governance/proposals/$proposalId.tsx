import { summaryOf } from "@bbux/contract";
import { createFileRoute } from "@tanstack/react-router";
import { ProposalPage } from "../../../features/proposals/ProposalPage.tsx";
import { pageHead } from "../../../head.ts";
import { sessionReady } from "../../../session.tsx";
import { utils } from "../../../trpc.ts";

export const Route = createFileRoute("/governance/proposals/$proposalId")({
  // Awaited for its title; what fails is the page's to show, and a visitor's is not asked for.
  loader: async ({ params }) => {
    if (!(await sessionReady())) return {};
    try {
      const { proposal } = await utils.proposals.get.ensureData({ id: params.proposalId }, { retry: false });
      return { title: proposal.title, description: summaryOf(`Proposal ${proposal.id}: ${proposal.proposal}`) };
    } catch {
      return {};
    }
  },
  head: ({ loaderData }) => pageHead("/governance/proposals/$proposalId", loaderData),
  component: Proposal,
});

function Proposal() {
  const { proposalId } = Route.useParams();
  return <ProposalPage key={proposalId} id={proposalId} />;
}
