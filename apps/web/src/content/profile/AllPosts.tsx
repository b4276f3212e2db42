import type { PostSummary } from "@bbux/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Pager } from "../../components/Pager.tsx";
import { PostItem } from "./PostItem.tsx";

/** Length of a preview here. */
const PREVIEW = 150;

interface AllPostsProps {
  readonly list: { readonly posts: readonly PostSummary[]; readonly pagination: { readonly pages: number } };
  readonly page: number;
  readonly own: boolean;
}

/** A page of a member's posts. */
export function AllPosts({ list, page, own }: AllPostsProps) {
  return (
    <>
      {list.posts.map((post) => (
        <PostItem key={post.id} post={post} preview={PREVIEW} heading="h2" readLink />
      ))}
      {list.posts.length === 0 && <NoPosts own={own} first={page === 1} />}
      <Pager page={page} pages={list.pagination.pages} />
    </>
  );
}

function NoPosts({ own, first }: { own: boolean; first: boolean }) {
  if (!first) return <EmptyState title="This page is empty">There aren't that many posts.</EmptyState>;
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
