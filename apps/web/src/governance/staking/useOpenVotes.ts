import { LIMITS, type Proposal, type RefundRequest } from "@bbux/contract";
import { useEffect, useState } from "react";
import { mergePages } from "../../components/mergePages.ts";
import { trpc } from "../../lib/trpc.ts";

const SIZE = LIMITS.pageSize.max;
const EVERY = { refetchInterval: 30_000 };

type Failure = ReturnType<typeof trpc.refunds.list.useQuery>["error"];
interface Page<T> {
  readonly data: readonly T[] | undefined;
  readonly error: Failure;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** A list that is read to its end; `data` is undefined until then. */
interface Whole<T> {
  readonly data: readonly T[] | undefined;
  readonly error: Failure;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** All open proposals. */
export function useOpenProposals(): Whole<Proposal> {
  const [pages, setPages] = useState(1);
  const lists = trpc.useQueries((call) =>
    upTo(pages).map((page) => call.proposals.list({ status: "open", page, limit: SIZE }, EVERY)),
  );
  return useWhole(
    lists.map((list) => ({ ...list, data: list.data?.proposals })),
    setPages,
  );
}

/** All refund requests of others that are open to votes. */
export function useOpenRefunds(): Whole<RefundRequest> {
  const [pages, setPages] = useState(1);
  const lists = trpc.useQueries((call) =>
    upTo(pages).map((page) => call.refunds.list({ status: "pending", mine: false, page, limit: SIZE }, EVERY)),
  );
  return useWhole(lists, setPages);
}

const upTo = (pages: number) => Array.from({ length: pages }, (_, before) => before + 1);

/** Joins pages, and asks for another one while the last is full. */
function useWhole<T extends { readonly id: string }>(
  pages: readonly Page<T>[],
  setPages: (pages: number) => void,
): Whole<T> {
  const isFull = pages.at(-1)?.data?.length === SIZE;
  const next = isFull ? pages.length + 1 : null;
  useEffect(() => {
    if (next !== null) setPages(next);
  }, [next, setPages]);
  const loaded = pages.map(({ data }) => data).filter((data) => data !== undefined);
  const isWhole = loaded.length === pages.length && !isFull;
  return {
    data: isWhole ? mergePages(loaded) : undefined,
    error: pages.find(({ error }) => error !== null)?.error ?? null,
    isFetching: pages.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(pages.map(({ refetch }) => refetch())),
  };
}
