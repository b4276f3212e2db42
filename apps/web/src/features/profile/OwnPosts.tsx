import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Page, PageTitle } from "../../components/Page.tsx";
import { trpc } from "../../trpc.ts";
import { AllPosts } from "./AllPosts.tsx";
import { BackToProfile } from "./BackToProfile.tsx";
import { ListFailed } from "./ListFailed.tsx";
import { PostItemsSkeleton } from "./ProfileSkeleton.tsx";

/** All of one's own posts. */
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
