import { createFileRoute } from "@tanstack/react-router";
import { pageSearch } from "../../components/Pager.search.ts";
import { requireMember } from "../../features/accounts/guard.ts";
import { ActivityPage } from "../../features/profile/ActivityPage.tsx";
import { pageHead } from "../../head.ts";

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
