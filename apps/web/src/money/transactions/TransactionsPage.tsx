import type { WalletTransaction } from "@bbux/contract";
import { Button, Skeleton } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { AccessRequired } from "../../components/AccessRequired.tsx";
import back from "../../components/BackLink.module.css";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { FilterChips } from "../../components/FilterChips.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { PagePending } from "../../components/PagePending.tsx";
import { Pager } from "../../components/Pager.tsx";
import { PastLastPage } from "../../components/PastLastPage.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { useSession } from "../../lib/session.ts";
import { timeText } from "../../lib/time.ts";
import { trpc } from "../../lib/trpc.ts";
import { Statement } from "./Statement.tsx";
import classes from "./Transactions.module.css";
import { TransactionTools } from "./TransactionTools.tsx";
import { transactionChips } from "./transactionChips.ts";
import {
  NO_FILTERS,
  type OnTransactionsSearch,
  type TransactionsSearch,
  transactionsInput,
} from "./transactions.search.ts";
import { useWholeDays } from "./useWholeDays.ts";

interface TransactionsPageProps {
  readonly search: TransactionsSearch;
  readonly onSearch: OnTransactionsSearch;
}

/** The viewer's transactions, 20 a page. Filters are in the URL. */
export function TransactionsPage(props: TransactionsPageProps) {
  const { user, loading } = useSession();
  if (loading) return <PagePending />;
  if (!user) return <AccessRequired>Only you can see your transactions. Sign in to see them.</AccessRequired>;
  return (
    <Page>
      <Link to="/wallet" className={`${back.back} reach`}>
        <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
        Wallet
      </Link>
      <PageTitle
        lead="Everything that changed your balance, and deposits that haven't arrived yet. Rewards are grouped by day (UTC)."
        actions={<TransactionTools {...props} />}
      >
        Transactions
      </PageTitle>
      <FilterChips chips={transactionChips(props.search)} onClear={props.onSearch} />
      <List {...props} />
    </Page>
  );
}

function List({ search, onSearch }: TransactionsPageProps) {
  const list = trpc.wallet.allTransactions.useQuery(transactionsInput(search), {
    placeholderData: keepPreviousData,
    // A pending transaction becomes final without user action.
    refetchInterval: ({ state }) =>
      state.data?.transactions.some(({ status }) => status === "pending") ? 6_000 : 30_000,
  });
  const failed = list.error && (
    <ErrorBox
      error={list.error}
      fallback="Failed to fetch transactions"
      always
      onRetry={() => void list.refetch()}
      retrying={list.isFetching}
    />
  );
  if (failed && (!list.data || list.isPlaceholderData)) return failed;
  if (!list.data) return <Waiting />;
  const { transactions, pagination } = list.data;
  if (transactions.length === 0) return <Nothing search={search} onSearch={onSearch} pages={pagination.totalPages} />;
  return (
    <>
      {failed}
      <p className={classes.count} role="status">
        {plural(pagination.total, ["# transaction, newest first", "# transactions, newest first"])}
      </p>
      <Days search={search} page={pagination} transactions={transactions} stale={list.isPlaceholderData} />
      <Pager page={pagination.page} pages={pagination.totalPages} />
    </>
  );
}

interface DaysProps {
  readonly search: TransactionsSearch;
  readonly page: { readonly page: number; readonly totalPages: number };
  readonly transactions: readonly WalletTransaction[];
  readonly stale: boolean;
}

/** A page of transactions, in which no day's rewards are cut in two. */
function Days({ search, page, transactions, stale }: DaysProps) {
  const { rows, leftOut } = useWholeDays(search, { ...page, transactions });
  return (
    <>
      {leftOut !== null && (
        <p className={classes.leftOut}>
          The rewards of {timeText(leftOut, "date")} are{" "}
          <Link to="/transactions" search={{ ...search, page: page.page > 2 ? page.page - 1 : undefined }}>
            on the previous page
          </Link>
          .
        </p>
      )}
      {rows.length > 0 && <Statement transactions={rows} label="Transactions" stale={stale} full />}
    </>
  );
}

function Nothing({ search, onSearch, pages }: TransactionsPageProps & { pages: number }) {
  if (pages > 0 && (search.page ?? 1) > pages) return <PastLastPage onFirst={() => onSearch({})} />;
  if (transactionChips(search).length > 0) {
    return (
      <EmptyState
        title="No transactions found"
        action={
          <Button variant="default" onClick={() => onSearch(NO_FILTERS)}>
            Clear all filters
          </Button>
        }
      >
        Nothing matches these filters. Try other days, or fewer filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No transactions found"
      action={<Button renderRoot={(props) => <Link to="/wallet" {...props} />}>Buy BBUX</Button>}
    >
      You'll see everything here that changes your balance: purchases, sales, bounties and rewards.
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading transactions">
      {Array.from({ length: 10 }, (_, row) => `row-${row}`).map((row) => (
        <Skeleton key={row} height={22} my={20} />
      ))}
    </div>
  );
}
