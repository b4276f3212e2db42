import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import back from "../../components/BackLink.module.css";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page } from "../../components/Page.tsx";
import { codeOf } from "../../errors.ts";
import { useSession } from "../../session.tsx";
import { trpc } from "../../trpc.ts";
import { AnswersSection } from "../answers/AnswersSection.tsx";
import { CommentsSection } from "../comments/CommentsSection.tsx";
import { PostHidden } from "../flags/PostHidden.tsx";
import { PostArticle } from "./PostArticle.tsx";
import { PostMissing } from "./PostMissing.tsx";
import { PostSkeleton } from "./PostSkeleton.tsx";
import { RelatedPosts } from "./RelatedPosts.tsx";

// Readers do not load the editor.
const PostEditForm = lazy(async () => ({ default: (await import("./PostEditForm.tsx")).PostEditForm }));

/** A post with its answers and comments. */
export function PostPage({ postId }: { postId: string }) {
  const { user } = useSession();
  const [editing, setEditing] = useState(false);
  const found = trpc.posts.get.useQuery(
    { id: postId },
    // The loader has just tried: what it found is shown at once, with a button to try again.
    { retryOnMount: false },
  );

  if (found.isError && codeOf(found.error) === "NOT_FOUND") return <PostMissing />;
  if (found.isError && codeOf(found.error) === "CONTENT_HIDDEN") return <PostHidden error={found.error} />;
  const post = found.data?.post;
  return (
    <Page width="thread">
      <Link className={`${back.back} reach`} to="/community">
        <IconArrowLeft size={18} aria-hidden />
        Community
      </Link>
      {found.isError && !post && (
        <ErrorBox
          error={found.error}
          fallback="This post could not be loaded"
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {!post && !found.isError && <PostSkeleton />}
      {post && (
        <>
          {editing && user?.id === post.authorId ? (
            <Suspense fallback={<PostSkeleton />}>
              <PostEditForm post={post} onDone={() => setEditing(false)} />
            </Suspense>
          ) : (
            <PostArticle post={post} isOwn={user?.id === post.authorId} onEdit={() => setEditing(true)} />
          )}
          <AnswersSection post={post} />
          <CommentsSection post={post} />
          <RelatedPosts postId={post.id} />
        </>
      )}
    </Page>
  );
}
