import { LIMITS, type Post, type User } from "@bbux/contract";
import { Textarea } from "@mantine/core";
import type { FormEvent } from "react";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { fieldErrors } from "../../lib/errors.ts";
import { newKey, useIntentKey } from "../../lib/intent.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { pendingId } from "../answers/order.ts";
import { type DraftSchema, useStoredDraft } from "../editor/index.ts";
import { useGoToNew } from "../posts/index.ts";
import classes from "./Comments.module.css";

const commentDraft: DraftSchema<string> = {
  safeParse: (kept) => (typeof kept === "string" ? { success: true, data: kept } : { success: false }),
};
const isBlank = (text: string) => text.trim() === "";

/** The form for a new comment, for members. */
export function CommentForm({ post }: { post: Post }) {
  const { user } = useSession();
  return user && <Form key={user.id} post={post} user={user} />;
}

/**
 * Shows the comment immediately, and takes it back with its text when sending fails. The text is kept in the browser
 * until it is sent.
 */
function Form({ post, user }: { post: Post; user: User }) {
  const stored = useStoredDraft(`bbux.draft.comment.${user.id}.${post.id}`, commentDraft, "", isBlank);
  const { draft: text, setDraft: setText } = stored;
  const utils = trpc.useUtils();
  const intent = useIntentKey();
  const goTo = useGoToNew("comment");
  const list = { postId: post.id, page: 1 };

  const create = trpc.comments.create.useMutation({
    trpc: intent,
    onMutate: async ({ content }) => {
      await utils.comments.list.cancel(list);
      const id = pendingId(newKey());
      const author = { id: user.id, username: user.username, profilePicture: user.profilePicture };
      const shown = { id, postId: post.id, content, authorId: user.id, author, createdAt: new Date().toISOString() };
      utils.comments.list.setData(list, (present = { comments: post.comments, userVotes: {} }) => ({
        ...present,
        comments: [...present.comments, { ...shown, upvotes: 0, downvotes: 0, userVote: 0 }],
      }));
      stored.hold();
      return { id };
    },
    onSuccess: ({ comment }, _, { id }) => {
      stored.sent();
      utils.comments.list.setData(
        list,
        (present) =>
          present && { ...present, comments: present.comments.map((one) => (one.id === id ? comment : one)) },
      );
      goTo(comment.id, post.commentCount);
    },
    onError: (_, { content }, context) => {
      utils.comments.list.setData(
        list,
        (present) => present && { ...present, comments: present.comments.filter(({ id }) => id !== context?.id) },
      );
      setText((typed) => [content, typed].filter((part) => !isBlank(part)).join("\n\n"));
    },
    onSettled: () => {
      void utils.comments.list.invalidate({ postId: post.id });
      void utils.posts.get.invalidate({ id: post.id });
    },
  });
  const isEmpty = isBlank(text);

  function send(event?: FormEvent) {
    event?.preventDefault();
    if (!isEmpty && !create.isPending) create.mutate({ postId: post.id, content: text });
  }

  return (
    <form className={classes.form} onSubmit={send} noValidate aria-label="Add a comment">
      <Textarea
        aria-label="Your comment"
        // Set on the field itself, because Mantine would put it on the wrapper.
        attributes={{ input: { dir: "auto" } }}
        placeholder="Ask for a detail, or add one"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={LIMITS.comment}
        error={fieldErrors(create.error).content}
        value={text}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setText(() => value);
        }}
      />
      {create.error && (
        <ErrorBox error={create.error} fallback="Failed to post comment" onRetry={send} retrying={create.isPending} />
      )}
      <SubmitButton
        variant="default"
        pending={create.isPending}
        pendingText="Posting..."
        disabled={isEmpty && !create.isPending}
      >
        Post comment
      </SubmitButton>
    </form>
  );
}
