import { createFileRoute } from "@tanstack/react-router";
import { loadCompare } from "../features/history/compare.loader.ts";
import { HistoryPage } from "../features/history/HistoryPage.tsx";
import { readHistorySearch } from "../features/history/history.search.ts";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/posts/$postId_/history")({
  validateSearch: readHistorySearch,
  // What compares is the page's to miss: it says so where the changes would be.
  loader: () =>
    loadCompare().then(
      () => null,
      () => null,
    ),
  head: () => pageHead("/posts/$postId/history"),
  component: HistoryRoute,
});

function HistoryRoute() {
  const { postId } = Route.useParams();
  const { page = 1, answer } = Route.useSearch();
  const answerId = answer === undefined ? null : String(answer);
  return <HistoryPage key={`${postId}/${answerId}/${page}`} postId={postId} answerId={answerId} page={page} />;
}
