import { Button, Skeleton } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { Pager } from "../../components/Pager.tsx";
import { trpc } from "../../trpc.ts";
import { BookmarkButton } from "../bookmarks/BookmarkButton.tsx";
import { BackToProfile } from "./BackToProfile.tsx";
import grid from "./BookmarkGrid.module.css";
import { BookmarkGrid } from "./BookmarkGrid.tsx";
import { ListFailed } from "./ListFailed.tsx";

/** Length of a preview here (spec core §2). */
const PREVIEW = 120;
/** A grid of two or three columns ends even. */
export const BOOKMARKS_PAGE = 12;

/** All posts that one keeps. */
export function BookmarksPage({ page }: { page: number }) {
  const list = trpc.bookmarks.list.useQuery({ page, limit: BOOKMARKS_PAGE }, { placeholderData: keepPreviousData });
  if (list.error && !list.data) {
    return <ListFailed title="Failed to load bookmarks data" error={list.error} onRetry={() => void list.refetch()} />;
  }
  return (
    <Page>
      <BackToProfile />
      <PageTitle>All Bookmarks</PageTitle>
      {list.data ? (
        <>
          {list.data.bookmarks.length === 0 && <NoBookmarks first={page === 1} />}
          <BookmarkGrid
            bookmarks={list.data.bookmarks}
            preview={PREVIEW}
            heading="h2"
            action={(postId) => <BookmarkButton postId={postId} bookmarked size="sm" />}
          />
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

function NoBookmarks({ first }: { first: boolean }) {
  if (!first) return <EmptyState title="This page is empty">There are fewer bookmarks than that.</EmptyState>;
  return (
    <EmptyState
      title="No bookmarked posts yet"
      action={<Button renderRoot={(props) => <Link to="/community" {...props} />}>Browse the community</Button>}
    >
      Keep a post with its bookmark sign, and find it here again.
    </EmptyState>
  );
}
