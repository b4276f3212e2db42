import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BackToProfile } from "../../components/BackToProfile.tsx";
import { ListFailed } from "../../components/ListFailed.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { trpc } from "../../lib/trpc.ts";
import { AllPosts } from "./AllPosts.tsx";
import { PostItemsSkeleton } from "./ProfileSkeleton.tsx";

/** All of the viewer's own posts. */
export function OwnPosts({ username, page }: { username: string; page: number }) {
  const list = trpc.users.posts.useQuery({ id: username, page }, { placeholderData: keepPreviousData });
  if (list.error && !list.data) {
    return <ListFailed title="Failed to load posts data" error={list.error} onRetry={() => void list.refetch()} />;
  }
  return (
    <Page width="column">
      <BackToProfile />
      <PageTitle actions={<Button renderRoot={(props) => <Link to="/posts/create" {...props} />}>Create Post</Button>}>
        All Posts
      </PageTitle>
      {list.data ? (
        <AllPosts list={list.data} page={page} own />
      ) : (
        <div role="status" aria-label="Loading posts">
          <PostItemsSkeleton count={6} />
        </div>
      )}
    </Page>
  );
}
