import { createFileRoute } from "@tanstack/react-router";
import { TransactionsPage } from "../features/transactions/TransactionsPage.tsx";
import { type OnTransactionsSearch, readTransactionsSearch } from "../features/transactions/transactions.search.ts";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/transactions")({
  validateSearch: readTransactionsSearch,
  head: () => pageHead("/transactions"),
  component: Transactions,
});

function Transactions() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const change: OnTransactionsSearch = (changes) =>
    void navigate({ search: (present) => ({ ...present, page: undefined, ...changes }), resetScroll: false });
  return <TransactionsPage search={search} onSearch={change} />;
}
