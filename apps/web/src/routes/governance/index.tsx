import { createFileRoute } from "@tanstack/react-router";
import { GovernancePage } from "../../governance/staking/GovernancePage.tsx";
import { pageHead } from "../../lib/head.ts";

export const Route = createFileRoute("/governance/")({
  head: () => pageHead("/governance"),
  component: GovernancePage,
});
