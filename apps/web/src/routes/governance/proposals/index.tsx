import { createFileRoute } from "@tanstack/react-router";
import { ProposalsPage } from "../../../features/proposals/ProposalsPage.tsx";
import { readProposalsSearch } from "../../../features/proposals/proposals.search.ts";
import { pageHead } from "../../../head.ts";

export const Route = createFileRoute("/governance/proposals/")({
  validateSearch: readProposalsSearch,
  head: () => pageHead("/governance/proposals"),
  component: Proposals,
});

function Proposals() {
  return <ProposalsPage search={Route.useSearch()} />;
}
