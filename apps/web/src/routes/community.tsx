import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { FeedPage } from "../content/feed/FeedPage.tsx";
import { feedInput, type OnSearch, readFeedSearch } from "../content/feed/feed.search.ts";
import { feedHead } from "../lib/head.ts";
import { utils } from "../lib/trpc.ts";

export const Route = createFileRoute("/community")({
  validateSearch: readFeedSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: the page has its own skeleton.
  loader: ({ deps }) => {
    // Whether there is a member of whom the tab is, is not known yet.
    if (deps.tab !== "forYou") void utils.posts.list.prefetch(feedInput(deps));
  },
  head: ({ match }) => feedHead(match.search.tags),
  component: Community,
});

function Community() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const change: OnSearch = useCallback(
    (changes, options) =>
      void navigate({
        search: (present) => ({ ...present, page: undefined, ...changes }),
        replace: options?.replace ?? false,
        resetScroll: false,
      }),
    [navigate],
  );
  return <FeedPage search={search} onSearch={change} />;
}
