import { createFileRoute } from "@tanstack/react-router";
import { GovernancePage } from "../../features/governance/GovernancePage.tsx";
import { pageHead } from "../../head.ts";

export const Route = createFileRoute("/governance/")({
  head: () => pageHead("Governance", "Stake BBUX, be rewarded from the community's fees, and decide together."),
  component: GovernancePage,
});
