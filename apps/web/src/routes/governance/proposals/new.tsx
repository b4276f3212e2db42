import { createFileRoute } from "@tanstack/react-router";
import { NewProposalPage } from "../../../governance/proposals/NewProposalPage.tsx";
import { pageHead } from "../../../lib/head.ts";

export const Route = createFileRoute("/governance/proposals/new")({
  head: () => pageHead("/governance/proposals/new"),
  component: NewProposalPage,
});
