import { createFileRoute } from "@tanstack/react-router";
import { pageSearch } from "../../components/Pager.search.ts";
import { pageHead } from "../../lib/head.ts";
import { requireMember } from "../../people/accounts/guard.ts";
import { HiddenPage } from "../../people/flags/HiddenPage.tsx";

export const Route = createFileRoute("/profile/hidden")({
  validateSearch: pageSearch,
  beforeLoad: ({ location }) => requireMember(location.href),
  head: () => pageHead("/profile/hidden"),
  component: Hidden,
});

function Hidden() {
  const { page = 1 } = Route.useSearch();
  return <HiddenPage page={page} />;
}
