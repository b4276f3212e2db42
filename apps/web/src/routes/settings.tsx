import { createFileRoute } from "@tanstack/react-router";
import { Page, PageTitle } from "../components/Page.tsx";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/settings")({
  head: () => pageHead("Settings"),
  component: () => (
    <Page>
      <PageTitle>Settings</PageTitle>
    </Page>
  ),
});
