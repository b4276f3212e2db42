import { createFileRoute } from "@tanstack/react-router";
import { ModerationPage } from "../community/moderation/ModerationPage.tsx";
import { type OnModerationSearch, readModerationSearch } from "../community/moderation/moderation.search.ts";
import { pageHead } from "../lib/head.ts";

export const Route = createFileRoute("/moderation")({
  validateSearch: readModerationSearch,
  head: () => pageHead("/moderation"),
  component: Moderation,
});

function Moderation() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const change: OnModerationSearch = (changes, { replace = false } = {}) =>
    void navigate({
      search: (present) => ({ ...present, page: undefined, ...changes }),
      resetScroll: false,
      replace,
    });
  return <ModerationPage search={search} onSearch={change} />;
}
