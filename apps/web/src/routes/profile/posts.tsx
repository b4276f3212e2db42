import { createFileRoute } from "@tanstack/react-router";
import { pageSearch } from "../../components/Pager.search.ts";
import { requireMember } from "../../features/accounts/guard.ts";
import { OwnPosts } from "../../features/profile/OwnPosts.tsx";
import { pageHead } from "../../head.ts";
import { useSession } from "../../session.tsx";

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
