import { createFileRoute } from "@tanstack/react-router";
import { NewProposalPage } from "../../../features/proposals/NewProposalPage.tsx";
import { pageHead } from "../../../head.ts";

export const Route = createFileRoute("/governance/proposals/new")({
  head: () => pageHead("/governance/proposals/new"),
  component: NewProposalPage,
});
