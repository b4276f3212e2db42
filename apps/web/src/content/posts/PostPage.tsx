import type { Post } from "@bbux/contract";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import back from "../../components/BackLink.module.css";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page } from "../../components/Page.tsx";
import { codeOf } from "../../lib/errors.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { PostHidden } from "../../people/flags/index.ts";
import { OfflineNotice, useOfflineCopy } from "../offline/index.ts";
import { StrayTexts } from "../outbox/index.ts";
import { AnswerCall } from "./AnswerCall.tsx";
import { PostArticle } from "./PostArticle.tsx";
import classes from "./PostAside.module.css";
import { PostAside } from "./PostAside.tsx";
import { PostMissing } from "./PostMissing.tsx";
import { PostSkeleton } from "./PostSkeleton.tsx";

// Loaded lazily, because readers don't need the editor.
const PostEditForm = lazy(async () => ({ default: (await import("./PostEditForm.tsx")).PostEditForm }));

interface PostPageProps {
  readonly postId: string;
  /** The sections below the post, passed in because answers and comments depend on posts and not vice versa. */
  readonly thread: (post: Post) => ReactNode;
}

/** A post with its answers and comments. */
export function PostPage({ postId, thread }: PostPageProps) {
  const { user } = useSession();
  const [editing, setEditing] = useState(false);
  const found = trpc.posts.get.useQuery(
    { id: postId },
    // The loader has just tried, so an error is shown immediately with a retry button.
    { retryOnMount: false },
  );
  const copyFrom = useOfflineCopy(postId, found);

  const code = found.isError ? codeOf(found.error) : null;
  if (code === "NOT_FOUND" || code === "CONTENT_HIDDEN") {
    return (
      <>
        {code === "NOT_FOUND" ? <PostMissing /> : <PostHidden error={found.error} />}
        <StrayTexts postId={postId} isAlone />
      </>
    );
  }
  const post = found.data?.post;
  return (
    <Page width="split">
      <Link className={`${back.back} reach`} to="/community">
        <IconArrowLeft size={18} aria-hidden />
        Community
      </Link>
      {copyFrom !== null && <OfflineNotice from={copyFrom} />}
      {found.isError && !post && (
        <ErrorBox
          error={found.error}
          fallback="We couldn't load this post"
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {!post && !found.isError && <PostSkeleton />}
      {post && (
        <div className={classes.layout}>
          <div className={classes.main}>
            {editing && user?.id === post.authorId ? (
              <Suspense fallback={<PostSkeleton />}>
                <PostEditForm post={post} onDone={() => setEditing(false)} />
              </Suspense>
            ) : (
              <PostArticle post={post} isOwn={user?.id === post.authorId} onEdit={() => setEditing(true)} />
            )}
            {thread(post)}
            <StrayTexts postId={postId} />
            <AnswerCall post={post} place="band" />
          </div>
          <PostAside post={post} />
        </div>
      )}
    </Page>
  );
}
