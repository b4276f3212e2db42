import { createFileRoute } from "@tanstack/react-router";
import { pageSearch } from "../../../components/Pager.search.ts";
import { UserPosts } from "../../../content/profile/UserPosts.tsx";
import { pageHead } from "../../../lib/head.ts";
import { utils } from "../../../lib/trpc.ts";

export const Route = createFileRoute("/users/$username/posts")({
  validateSearch: pageSearch,
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: ({ params, deps }) => void utils.users.posts.prefetch({ id: params.username, page: deps.page }),
  head: ({ params: { username } }) =>
    pageHead("/users/$username/posts", {
      title: `Posts of ${username}`,
      description: `Everything that ${username} has asked and shared in the community, the newest first.`,
    }),
  component: AllPosts,
});

function AllPosts() {
  const { username } = Route.useParams();
  const { page = 1 } = Route.useSearch();
  return <UserPosts username={username} page={page} />;
}
