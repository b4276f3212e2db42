import { createFileRoute } from "@tanstack/react-router";
import { pageSearch } from "../../components/Pager.search.ts";
import { OwnPosts } from "../../content/profile/OwnPosts.tsx";
import { pageHead } from "../../lib/head.ts";
import { useSession } from "../../lib/session.ts";
import { requireMember } from "../../people/accounts/guard.ts";

export const Route = createFileRoute("/profile/posts")({
  validateSearch: pageSearch,
  beforeLoad: ({ location }) => requireMember(location.href),
  head: () => pageHead("/profile/posts"),
  component: Posts,
});

function Posts() {
  const { user } = useSession();
  const { page = 1 } = Route.useSearch();
  return user && <OwnPosts username={user.username} page={page} />;
}
