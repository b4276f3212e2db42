import { createFileRoute } from "@tanstack/react-router";
import { ProposalPage } from "../../../features/proposals/ProposalPage.tsx";
import { pageHead } from "../../../head.ts";

export const Route = createFileRoute("/governance/proposals/$proposalId")({
  head: () => pageHead("Proposal", "What it says, what it would change, and how the vote stands."),
  component: Proposal,
});

function Proposal() {
  const { proposalId } = Route.useParams();
  return <ProposalPage key={proposalId} id={proposalId} />;
}
