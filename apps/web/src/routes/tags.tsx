import { createFileRoute } from "@tanstack/react-router";
import { TagsPage } from "../content/tags/TagsPage.tsx";
import { pageHead } from "../lib/head.ts";
import { words } from "../lib/searchParams.ts";

interface TagsSearch {
  /** Part of a tag's name. */
  readonly search?: string | undefined;
}

export const Route = createFileRoute("/tags")({
  validateSearch: (given: Readonly<Record<string, unknown>>): TagsSearch => ({ search: words(given.search, 64) }),
  head: () => pageHead("/tags"),
  component: Tags,
});

function Tags() {
  const { search = "" } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TagsPage
      search={search}
      onSearch={(text) =>
        void navigate({ search: text === "" ? {} : { search: text }, replace: true, resetScroll: false })
      }
    />
  );
}
