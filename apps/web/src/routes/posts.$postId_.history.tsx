import { createFileRoute } from "@tanstack/react-router";
import { ModeratorFiles } from "../community/moderation/ModeratorFiles.tsx";
import { loadCompare } from "../content/history/compare.loader.ts";
import { HistoryPage } from "../content/history/HistoryPage.tsx";
import { readHistorySearch } from "../content/history/history.search.ts";
import { pageHead } from "../lib/head.ts";

export const Route = createFileRoute("/posts/$postId_/history")({
  validateSearch: readHistorySearch,
  // If the comparison code fails to load, the page says so in place of the changes.
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
  return (
    <ModeratorFiles>
      <HistoryPage key={`${postId}/${answerId}/${page}`} postId={postId} answerId={answerId} page={page} />
    </ModeratorFiles>
  );
}
