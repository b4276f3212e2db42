import { REFUNDS } from "@bbux/contract";
import { Button, Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { mergePages } from "../../components/mergePages.ts";
import { codeOf } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { RefundCard } from "./RefundCard.tsx";
import classes from "./Refunds.module.css";
import { NOTHING, narrowedBy, type RefundFilter } from "./refunds.search.ts";
import { SuspendedVoter } from "./SuspendedVoter.tsx";

/** Refetched, because others vote and time passes. */
const REFRESH_MS = 15_000;

/** The requests that match a filter, newest first, loaded page by page. */
export function RefundsList({ filter }: { filter: RefundFilter }) {
  const [pages, setPages] = useState(1);
  const lists = trpc.useQueries((t) =>
    Array.from({ length: pages }, (_, index) =>
      t.refunds.list(inputOf(filter, index + 1), {
        refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === "PENDING") ? REFRESH_MS : false),
      }),
    ),
  );
  const requests = mergePages(lists.map((list) => list.data ?? []));
  const failed = lists.find((list) => list.isError);
  const last = lists.at(-1);
  const more = last?.data?.length === REFUNDS.pageSize;
  if (codeOf(failed?.error) === "ACCOUNT_SUSPENDED") return <SuspendedVoter error={failed?.error} />;
  const fault = failed && (
    <ErrorBox
      error={failed.error}
      fallback="Failed to fetch refund requests"
      always
      onRetry={() => void failed.refetch()}
      retrying={failed.isFetching}
    />
  );
  if (fault && requests.length === 0) return fault;
  if (requests.length === 0) return last?.data ? <Nothing filter={filter} /> : <RefundsWaiting />;
  return (
    <>
      <ol className={classes.list} aria-label="Refund requests" data-rows>
        {requests.map((request) => (
          <li key={request.id} className={classes.item}>
            <RefundCard request={request} />
          </li>
        ))}
      </ol>
      {fault}
      {(more || last?.isLoading) && (
        <Button variant="default" mt="md" loading={last?.isLoading ?? false} onClick={() => setPages(pages + 1)}>
          Show more requests
        </Button>
      )}
    </>
  );
}

function inputOf(filter: RefundFilter, page: number) {
  return { page, limit: REFUNDS.pageSize, ...narrowedBy(filter) };
}

function Nothing({ filter }: { filter: RefundFilter }) {
  return (
    <EmptyState
      title={NOTHING[filter]}
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/community" search={{ hasBounty: true }} {...props} />}
        >
          See posts with a bounty
        </Button>
      }
    >
      When a bounty ends, its asker has {REFUNDS.windowDays} days to request a refund on the post.
    </EmptyState>
  );
}

export function RefundsWaiting({ rows = 3 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading refund requests">
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <div key={row} className={classes.item}>
          <Skeleton height={22} width="72%" mb={14} />
          <Skeleton height={14} width="46%" mb={18} />
          <Skeleton height={14} mb={8} />
          <Skeleton height={14} width="88%" mb={20} />
          <Skeleton height={8} />
        </div>
      ))}
    </div>
  );
}
