import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import back from "../../components/BackLink.module.css";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { Pager } from "../../components/Pager.tsx";
import { codeOf } from "../../errors.ts";
import { useSession } from "../../session.tsx";
import { trpc } from "../../trpc.ts";
import { PostItem } from "./PostItem.tsx";
import { ProfileFailed } from "./ProfileFailed.tsx";
import { PostItemsSkeleton } from "./ProfileSkeleton.tsx";

/** Length of a preview here (spec core §9). */
const PREVIEW = 150;

/** All posts of a member, in pages. */
export function UserPosts({ username, page }: { username: string; page: number }) {
  const { user } = useSession();
  const list = trpc.users.posts.useQuery({ id: username, page }, { placeholderData: keepPreviousData });
  const own = user?.username.toLowerCase() === username.toLowerCase();
  if (codeOf(list.error) === "NOT_FOUND") return <ProfileFailed error={list.error} onRetry={() => {}} />;
  return (
    <Page width="column">
      <Link className={`${back.back} reach`} to="/users/$username" params={{ username }}>
        <IconArrowLeft size={18} aria-hidden="true" />
        {username}
      </Link>
      <PageTitle
        actions={own && <Button renderRoot={(props) => <Link to="/posts/create" {...props} />}>Create Post</Button>}
      >
        {own ? "All your posts" : `All posts of ${username}`}
      </PageTitle>
      {list.data && (
        <>
          {list.data.posts.map((post) => (
            <PostItem key={post.id} post={post} preview={PREVIEW} heading="h2" />
          ))}
          {list.data.posts.length === 0 && <NoPosts own={own} first={page === 1} />}
          <Pager page={page} pages={list.data.pagination.pages} />
        </>
      )}
      {list.error && (
        <ErrorBox error={list.error} fallback="Failed to load posts data" onRetry={() => void list.refetch()} />
      )}
      {list.isPending && (
        <div role="status" aria-label="Loading posts">
          <PostItemsSkeleton count={6} />
        </div>
      )}
    </Page>
  );
}

function NoPosts({ own, first }: { own: boolean; first: boolean }) {
  if (!first) return <EmptyState title="This page is empty">There are fewer posts than that.</EmptyState>;
  return (
    <EmptyState
      title="No posts yet"
      action={
        own ? (
          <Button renderRoot={(props) => <Link to="/posts/create" {...props} />}>Create Your First Post</Button>
        ) : undefined
      }
    />
  );
}
