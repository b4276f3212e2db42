import { Skeleton } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BackToProfile } from "../../components/BackToProfile.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ListFailed } from "../../components/ListFailed.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { Pager } from "../../components/Pager.tsx";
import { trpc } from "../../lib/trpc.ts";
import grid from "./BookmarkGrid.module.css";
import { BookmarkGrid } from "./BookmarkGrid.tsx";
import { NoBookmarks } from "./NoBookmarks.tsx";

/** Length of a preview here. */
const PREVIEW = 120;
/** Fills a grid of two or three columns evenly. */
export const BOOKMARKS_PAGE = 12;

interface BookmarksPageProps {
  readonly page: number;
  /** The button beside each title that removes the bookmark. */
  readonly action: (postId: string) => ReactNode;
}

/** All posts that the viewer has bookmarked. */
export function BookmarksPage({ page, action }: BookmarksPageProps) {
  const list = trpc.bookmarks.list.useQuery({ page, limit: BOOKMARKS_PAGE }, { placeholderData: keepPreviousData });
  if (list.error && !list.data) {
    return <ListFailed title="Failed to load bookmarks data" error={list.error} onRetry={() => void list.refetch()} />;
  }
  return (
    <Page width="column">
      <BackToProfile />
      <PageTitle>All Bookmarks</PageTitle>
      {list.data ? (
        <>
          {list.data.bookmarks.length === 0 && <Nothing first={page === 1} />}
          <BookmarkGrid bookmarks={list.data.bookmarks} preview={PREVIEW} heading="h2" action={action} />
          <Pager page={page} pages={list.data.pagination.pages} />
        </>
      ) : (
        <div className={grid.grid} role="status" aria-label="Loading bookmarks">
          {Array.from({ length: 6 }, (_, row) => `row-${row}`).map((row) => (
            <Skeleton key={row} height={148} />
          ))}
        </div>
      )}
    </Page>
  );
}

function Nothing({ first }: { first: boolean }) {
  if (!first) return <EmptyState title="This page is empty">There aren't that many bookmarks.</EmptyState>;
  return <NoBookmarks own />;
}
