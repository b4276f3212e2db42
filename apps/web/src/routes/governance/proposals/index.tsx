import { createFileRoute } from "@tanstack/react-router";
import { ProposalsPage } from "../../../governance/proposals/ProposalsPage.tsx";
import { readProposalsSearch } from "../../../governance/proposals/proposals.search.ts";
import { pageHead } from "../../../lib/head.ts";

export const Route = createFileRoute("/governance/proposals/")({
  validateSearch: readProposalsSearch,
  head: () => pageHead("/governance/proposals"),
  component: Proposals,
});

function Proposals() {
  return <ProposalsPage search={Route.useSearch()} />;
}
