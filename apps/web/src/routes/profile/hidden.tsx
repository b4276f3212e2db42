import { createFileRoute } from "@tanstack/react-router";
import { pageSearch } from "../../components/Pager.search.ts";
import { requireMember } from "../../features/accounts/guard.ts";
import { HiddenPage } from "../../features/flags/HiddenPage.tsx";
import { pageHead } from "../../head.ts";

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
