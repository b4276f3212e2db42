import { createFileRoute } from "@tanstack/react-router";
import { TransparencyPage } from "../features/transparency/TransparencyPage.tsx";
import { readTransparencySearch } from "../features/transparency/transparency.search.ts";
import { pageHead } from "../head.ts";
import { utils } from "../trpc.ts";

export const Route = createFileRoute("/transparency")({
  validateSearch: readTransparencySearch,
  // Started, not awaited: the page has its own skeleton.
  loader: () => {
    void utils.transparency.get.prefetch();
  },
  head: () => pageHead("/transparency"),
  component: Transparency,
});

function Transparency() {
  return <TransparencyPage search={Route.useSearch()} />;
}
