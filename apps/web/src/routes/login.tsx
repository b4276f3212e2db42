import { createFileRoute } from "@tanstack/react-router";
import { Page, PageTitle } from "../components/Page.tsx";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/login")({
  head: () => pageHead("Sign in"),
  component: () => (
    <Page>
      <PageTitle>Sign in</PageTitle>
    </Page>
  ),
});
