import { createFileRoute } from "@tanstack/react-router";
import { Page, PageTitle } from "../components/Page.tsx";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/")({
  head: () => pageHead("Home"),
  component: () => (
    <Page>
      <PageTitle>Home</PageTitle>
    </Page>
  ),
});
