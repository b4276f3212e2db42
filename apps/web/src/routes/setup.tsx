import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { SetupPage } from "../operations/setup/SetupPage.tsx";

export const Route = createFileRoute("/setup")({
  head: () => pageHead("/setup"),
  component: SetupPage,
});
