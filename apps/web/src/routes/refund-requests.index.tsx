import { createFileRoute } from "@tanstack/react-router";
import { RefundsPage } from "../governance/refunds/RefundsPage.tsx";
import { readRefundsSearch } from "../governance/refunds/refunds.search.ts";
import { pageHead } from "../lib/head.ts";

export const Route = createFileRoute("/refund-requests/")({
  validateSearch: readRefundsSearch,
  head: () => pageHead("/refund-requests"),
  component: RefundRequests,
});

function RefundRequests() {
  const { status = "all" } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <RefundsPage
      filter={status}
      onFilter={(next) =>
        void navigate({ search: next === "all" ? {} : { status: next }, replace: true, resetScroll: false })
      }
    />
  );
}
