import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import back from "../../components/BackLink.module.css";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { codeOf } from "../../lib/errors.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { AllPosts } from "./AllPosts.tsx";
import { ProfileFailed } from "./ProfileFailed.tsx";
import { PostItemsSkeleton } from "./ProfileSkeleton.tsx";

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
      {list.data && <AllPosts list={list.data} page={page} own={own} />}
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
