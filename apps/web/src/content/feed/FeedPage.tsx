import type { PostSummary } from "@bbux/contract";
import { IconPencilPlus } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page } from "../../components/Page.tsx";
import { Pager } from "../../components/Pager.tsx";
import { ButtonLook } from "../../components/PlainButton.tsx";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { FeedCount } from "./FeedCount.tsx";
import { FeedHead } from "./FeedHead.tsx";
import classes from "./FeedPage.module.css";
import { FeedRow } from "./FeedRow.tsx";
import { FeedSkeleton } from "./FeedSkeleton.tsx";
import { FeedTabs } from "./FeedTabs.tsx";
import { activeFilters, type FeedSearch, feedInput, type OnSearch, orderOf } from "./feed.search.ts";
import { useIsWide } from "./useIsWide.ts";

const FeedChips = lazy(() => import("./FeedChips.tsx"));
const FeedEmpty = lazy(() => import("./FeedEmpty.tsx"));
const FeedSide = lazy(() => import("./FeedSide.tsx"));
const ForYou = lazy(() => import("./ForYou.tsx"));

interface FeedProps {
  readonly search: FeedSearch;
  readonly onSearch: OnSearch;
}

/** The community feed. Its tab, filters, order and page are in the URL. */
export function FeedPage({ search, onSearch }: FeedProps) {
  const { user } = useSession();
  const isOwn = search.tab === "forYou";
  // A visitor's own tab asks them to sign in.
  const feed = useFeed(search, !isOwn || user !== null);
  const list = <FeedList search={search} onSearch={onSearch} feed={feed} />;
  const isWide = useIsWide(!feed.isPending || isOwn);
  return (
    <Page className={classes.page ?? ""}>
      <div className={classes.columns}>
        <div className={classes.feed}>
          <FeedHead
            search={search}
            onSearch={onSearch}
            actions={
              <ButtonLook
                className={user ? classes.ask : undefined}
                leftSection={<IconPencilPlus size={18} aria-hidden />}
                root={(drawn) => <Link to="/posts/create" {...drawn} />}
              >
                Ask a question
              </ButtonLook>
            }
          />
          {activeFilters(search).length > 0 && (
            <Suspense>
              <FeedChips search={search} onSearch={onSearch} />
            </Suspense>
          )}
          <FeedTabs search={search} />
          {isOwn ? (
            <Suspense fallback={<FeedSkeleton />}>
              <ForYou>{list}</ForYou>
            </Suspense>
          ) : (
            list
          )}
        </div>
        <aside className={classes.side} aria-label="Community highlights">
          {isWide && (
            <Suspense>
              <FeedSide />
            </Suspense>
          )}
        </aside>
      </div>
    </Page>
  );
}

function useFeed(search: FeedSearch, enabled: boolean) {
  return trpc.posts.list.useQuery(feedInput(search), { placeholderData: keepPreviousData, enabled });
}

function FeedList({ search, onSearch, feed }: FeedProps & { feed: ReturnType<typeof useFeed> }) {
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

  const { posts, pagination } = feed.data;
  if (posts.length === 0) {
    return (
      <Suspense>
        <FeedEmpty search={search} onSearch={onSearch} pages={pagination.pages} />
      </Suspense>
    );
  }
  const isByActivity = orderOf(search) === "active";
  return (
    <>
      <FeedCount answer={feed.data} search={search} />
      <ul
        className={classes.list}
        aria-label="Posts"
        data-rows
        aria-busy={feed.isPlaceholderData}
        data-stale={feed.isPlaceholderData}
      >
        {posts.map((post) => (
          <FeedRow key={post.id} post={post} bookmarked={bookmarks[post.id]} isByActivity={isByActivity} />
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
