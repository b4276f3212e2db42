import { createFileRoute } from "@tanstack/react-router";
import { Page, PageTitle } from "../components/Page.tsx";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/signup")({
  head: () => pageHead("Sign up"),
  component: () => (
    <Page>
      <PageTitle>Sign up</PageTitle>
    </Page>
  ),
});
