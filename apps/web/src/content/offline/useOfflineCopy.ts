import type { Post } from "@bbux/contract";
import { useEffect, useState } from "react";
import { useConnection } from "../../lib/connection.ts";
import { codeOf, isOutcomeUnknown } from "../../lib/errors.ts";
import { currentSession, useSession, wasSignedIn } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";

/** The state of the call for a post. */
interface Found {
  readonly data: { readonly post: Post } | undefined;
  readonly dataUpdatedAt: number;
  readonly error: unknown;
  readonly isError: boolean;
}

/** Loaded once it is needed, because nothing on the page waits for it. */
const copies = () => import("./copies.ts");

/** Returns the reader's id, and null for a visitor; undefined while the session is unknown. */
function readerIn({ user, loading }: Pick<ReturnType<typeof currentSession>, "user" | "loading">) {
  if (user) return user.id;
  // A member was here, and the server hasn't said yet whether they still are.
  return loading || wasSignedIn() ? undefined : null;
}

/**
 * Keeps what was opened for reading without a connection, shows the copy where the post can't be fetched, and drops it
 * when the post is no longer there. After a sign-out, what the member had open isn't kept for the next reader.
 * @returns when the server sent what is shown, if that may be out of date for want of a connection
 */
export function useOfflineCopy(postId: string, found: Found): number | null {
  const viewer = readerIn(useSession());
  const isFine = useConnection() === "fine";
  const utils = trpc.useUtils();
  const [member, setMember] = useState(viewer);
  if (viewer && viewer !== member) setMember(viewer);
  // The page stays open for a moment after a sign-out, and in other tabs until they are closed.
  const hasLeft = viewer === null && Boolean(member);
  const [from, setFrom] = useState(found.dataUpdatedAt);
  // Without a connection, only the page itself changes the data.
  if (found.dataUpdatedAt !== from && (isFine || from === 0)) setFrom(found.dataUpdatedAt);

  const post = found.data?.post;
  useEffect(() => {
    if (!post || !isFine || found.isError || viewer === undefined || hasLeft) return;
    const isStillThere = () => readerIn(currentSession()) === viewer;
    void copies()
      .then(({ keepCopy }) => keepCopy({ post, at: from }, viewer, isStillThere))
      .catch(() => undefined);
  }, [post, isFine, found.isError, from, viewer, hasLeft]);

  const code = codeOf(found.error);
  const isMissing = code === "NOT_FOUND" || code === "CONTENT_HIDDEN";
  useEffect(() => {
    if (!isMissing) return;
    void copies()
      .then(({ dropCopy }) => dropCopy(postId))
      .catch(() => undefined);
  }, [isMissing, postId]);

  const isWanting = found.isError && !post && isOutcomeUnknown(found.error);
  useEffect(() => {
    if (!isWanting) return;
    void copies()
      .then(({ findCopy }) => findCopy(postId, viewer))
      .then((copy) => {
        if (!copy) return;
        const updatedAt = copy.at;
        const { answers, comments } = copy.post;
        utils.answers.list.setData({ postId, page: 1 }, { answers, userVotes: {} }, { updatedAt });
        utils.comments.list.setData({ postId, page: 1 }, { comments, userVotes: {} }, { updatedAt });
        utils.posts.get.setData({ id: postId }, { success: true, post: copy.post }, { updatedAt });
      })
      .catch(() => undefined);
  }, [isWanting, postId, viewer, utils]);

  return isFine || !post ? null : from;
}
