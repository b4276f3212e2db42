import { createFileRoute } from "@tanstack/react-router";
import { ProposalPage } from "../../../governance/proposals/ProposalPage.tsx";
import { pageHead } from "../../../lib/head.ts";
import { sessionReady } from "../../../lib/session.ts";
import { utils } from "../../../lib/trpc.ts";

export const Route = createFileRoute("/governance/proposals/$proposalId")({
  // Awaited for its title; the page shows errors itself, and nothing is fetched for a visitor.
  loader: async ({ params }) => {
    if (!(await sessionReady())) return {};
    try {
      const { proposal } = await utils.proposals.get.ensureData({ id: params.proposalId }, { retry: false });
      return { title: proposal.title };
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
