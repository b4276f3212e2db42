import type { listPostsOutput, PostSummary } from "@bbux/contract";
import { Button } from "@mantine/core";
import { IconPencilPlus } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { z } from "zod";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { Pager } from "../../components/Pager.tsx";
import { PastLastPage } from "../../components/PastLastPage.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { numberText } from "../../lib/locale.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { FeedChips } from "./FeedChips.tsx";
import classes from "./FeedPage.module.css";
import { FeedRow } from "./FeedRow.tsx";
import { FeedSkeleton } from "./FeedSkeleton.tsx";
import { FeedToolbar } from "./FeedToolbar.tsx";
import { activeFilters, type FeedSearch, feedInput, type OnSearch, orderOf, SORT_LABELS } from "./feed.search.ts";

type FeedAnswer = z.infer<typeof listPostsOutput>;

/** The community feed. Its filters, order and page are in the URL. */
export function FeedPage({ search, onSearch }: { search: FeedSearch; onSearch: OnSearch }) {
  const { user } = useSession();
  return (
    <Page>
      <PageTitle
        actions={
          <Button
            className={user ? classes.ask : undefined}
            leftSection={<IconPencilPlus size={18} aria-hidden />}
            renderRoot={(props) => <Link to="/posts/create" {...props} />}
          >
            Ask a question
          </Button>
        }
      >
        Community
      </PageTitle>
      <FeedToolbar search={search} onSearch={onSearch} />
      <FeedChips search={search} onSearch={onSearch} />
      <FeedList search={search} onSearch={onSearch} />
    </Page>
  );
}

function FeedList({ search, onSearch }: { search: FeedSearch; onSearch: OnSearch }) {
  const input = feedInput(search);
  const feed = trpc.posts.list.useQuery(input, { placeholderData: keepPreviousData });
  const bookmarks = useBookmarks(feed.data?.posts ?? []);

  if (feed.isError) {
    return (
      <ErrorBox
        error={feed.error}
        fallback="Failed to load posts data"
        onRetry={() => void feed.refetch()}
        retrying={feed.isFetching}
      />
    );
  }
  if (!feed.data) return <FeedSkeleton />;

  const { posts, pagination, correctedSearch } = feed.data;
  if (posts.length === 0) return <FeedEmpty search={search} onSearch={onSearch} pages={pagination.pages} />;
  return (
    <>
      {correctedSearch !== undefined && (
        <p className={classes.corrected} role="status">
          Showing results for <strong>{correctedSearch}</strong>. Almost nothing has “{search.search}”.
        </p>
      )}
      <p className={classes.count} role="status">
        {resultText(feed.data)}, {SORT_LABELS[orderOf(search)].toLowerCase()}
      </p>
      <ul
        className={classes.list}
        aria-label="Posts"
        data-rows
        aria-busy={feed.isPlaceholderData}
        data-stale={feed.isPlaceholderData}
      >
        {posts.map((post) => (
          <FeedRow key={post.id} post={post} bookmarked={bookmarks[post.id]} />
        ))}
      </ul>
      <Pager page={pagination.page} pages={pagination.pages} />
    </>
  );
}

/** Returns which of these the member has bookmarked: one call for all, none for visitors. */
function useBookmarks(posts: readonly PostSummary[]): Readonly<Record<string, boolean>> {
  const { user } = useSession();
  const status = trpc.bookmarks.status.useQuery(
    { postIds: JSON.stringify(posts.map(({ id }) => id)) },
    { enabled: user !== null && posts.length > 0, placeholderData: keepPreviousData },
  );
  return status.data?.status ?? {};
}

/** Formats the count: "1 post", "12,345 posts"; for a search with too many results, a lower bound. */
function resultText({ pagination: { total }, totalIsMinimum }: FeedAnswer): string {
  return `${numberText(total)}${totalIsMinimum ? "+" : ""} ${plural(total, ["post", "posts"])}`;
}

function FeedEmpty({ search, onSearch, pages }: { search: FeedSearch; onSearch: OnSearch; pages: number }) {
  const filters = activeFilters(search);
  if (pages > 0 && (search.page ?? 1) > pages) return <PastLastPage onFirst={() => onSearch({})} />;
  if (filters.length > 0) {
    const clear = Object.assign({}, ...filters.map((filter) => filter.clear), { tags: undefined });
    return (
      <EmptyState
        title="No posts match"
        action={
          <Button variant="default" onClick={() => onSearch(clear)}>
            Clear all filters
          </Button>
        }
      >
        Try other words, or fewer filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No posts yet"
      action={<Button renderRoot={(props) => <Link to="/posts/create" {...props} />}>Ask the first question</Button>}
    >
      Every community starts with a question.
    </EmptyState>
  );
}
