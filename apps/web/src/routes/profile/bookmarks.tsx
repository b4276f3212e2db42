import { createFileRoute } from "@tanstack/react-router";
import { pageSearch } from "../../components/Pager.search.ts";
import { requireMember } from "../../features/accounts/guard.ts";
import { BookmarksPage } from "../../features/profile/BookmarksPage.tsx";
import { pageHead } from "../../head.ts";

export const Route = createFileRoute("/profile/bookmarks")({
  validateSearch: pageSearch,
  beforeLoad: ({ location }) => requireMember(location.href),
  head: () => pageHead("/profile/bookmarks"),
  component: Bookmarks,
});

function Bookmarks() {
  const { page = 1 } = Route.useSearch();
  return <BookmarksPage page={page} />;
}
