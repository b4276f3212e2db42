import { createFileRoute } from "@tanstack/react-router";
import { GovernancePage } from "../../features/governance/GovernancePage.tsx";
import { pageHead } from "../../head.ts";

export const Route = createFileRoute("/governance/")({
  head: () => pageHead("/governance"),
  component: GovernancePage,
});
