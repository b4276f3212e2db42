import { createFileRoute } from "@tanstack/react-router";
import { pageSearch } from "../../components/Pager.search.ts";
import { ActivityPage } from "../../content/profile/ActivityPage.tsx";
import { pageHead } from "../../lib/head.ts";
import { requireMember } from "../../people/accounts/guard.ts";

export const Route = createFileRoute("/profile/activity")({
  validateSearch: pageSearch,
  beforeLoad: ({ location }) => requireMember(location.href),
  head: () => pageHead("/profile/activity"),
  component: Activity,
});

function Activity() {
  const { page = 1 } = Route.useSearch();
  return <ActivityPage page={page} />;
}
