import { createFileRoute } from "@tanstack/react-router";
import { pageSearch } from "../../components/Pager.search.ts";
import { BookmarksPage } from "../../content/profile/BookmarksPage.tsx";
import { pageHead } from "../../lib/head.ts";
import { requireMember } from "../../people/accounts/guard.ts";
import { BookmarkButton } from "../../people/bookmarks/BookmarkButton.tsx";

export const Route = createFileRoute("/profile/bookmarks")({
  validateSearch: pageSearch,
  beforeLoad: ({ location }) => requireMember(location.href),
  head: () => pageHead("/profile/bookmarks"),
  component: Bookmarks,
});

const bookmark = (postId: string) => <BookmarkButton postId={postId} bookmarked size="sm" />;

function Bookmarks() {
  const { page = 1 } = Route.useSearch();
  return <BookmarksPage page={page} action={bookmark} />;
}
