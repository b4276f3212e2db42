import { createFileRoute } from "@tanstack/react-router";
import { Page, PageTitle } from "../components/Page.tsx";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/profile")({
  head: () => pageHead("Profile"),
  component: () => (
    <Page>
      <PageTitle>Profile</PageTitle>
    </Page>
  ),
});
