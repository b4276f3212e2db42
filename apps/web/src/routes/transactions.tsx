import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { TransactionsPage } from "../money/transactions/TransactionsPage.tsx";
import { type OnTransactionsSearch, readTransactionsSearch } from "../money/transactions/transactions.search.ts";

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
