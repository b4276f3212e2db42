import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { utils } from "../lib/trpc.ts";
import { TransparencyPage } from "../money/transparency/TransparencyPage.tsx";
import { readTransparencySearch } from "../money/transparency/transparency.search.ts";

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
