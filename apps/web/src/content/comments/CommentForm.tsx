import { type Answer, LIMITS, type Post, type User } from "@bbux/contract";
import { Button, Group, Textarea } from "@mantine/core";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { authorName } from "../../components/author.ts";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { fieldErrors } from "../../lib/errors.ts";
import { newKey } from "../../lib/intent.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { NameList, useMention } from "../../people/mentions/index.ts";
import { pendingId } from "../answers/order.ts";
import { type DraftSchema, useStoredDraft } from "../editor/index.ts";
import { SendLater, useTakenIntent, useWaiting, WaitingTexts } from "../outbox/index.ts";
import { namesIn, useGoToNew } from "../posts/index.ts";
import classes from "./Comments.module.css";

const commentDraft: DraftSchema<string> = {
  safeParse: (kept) => (typeof kept === "string" ? { success: true, data: kept } : { success: false }),
};
const isBlank = (text: string) => text.trim() === "";

interface CommentFormProps {
  readonly post: Post;
  /** The answer to comment on; without it, the question. */
  readonly answer?: Answer;
  /** Offers to put it away. */
  readonly onCancel?: () => void;
}

/** The form for a new comment, for members. */
export function CommentForm(props: CommentFormProps) {
  const { user } = useSession();
  return user && <Form key={user.id} user={user} {...props} />;
}

/**
 * Shows the comment immediately, and takes it back with its text when sending fails. The text is kept in the browser
 * until it is sent.
 */
function Form({ post, answer, onCancel, user }: CommentFormProps & { user: User }) {
  const about = answer ?? post;
  const key = `bbux.draft.comment.${user.id}.${about.id}`;
  const stored = useStoredDraft(key, commentDraft, "", isBlank);
  const { draft: text, setDraft: setText } = stored;
  const utils = trpc.useUtils();
  const intent = useTakenIntent(key);
  const goTo = useGoToNew("comment");
  const ref = { postId: post.id, ...(answer && { answerId: answer.id }) };
  const list = { ...ref, page: 1 };
  const field = useRef<HTMLTextAreaElement>(null);
  const waiting = useWaiting(user.id, "comment", ref);

  const create = trpc.comments.create.useMutation({
    trpc: intent,
    onMutate: async ({ content }) => {
      await utils.comments.list.cancel(list);
      const id = pendingId(newKey());
      const author = { id: user.id, username: user.username, profilePicture: user.profilePicture };
      const shown = {
        id,
        postId: post.id,
        answerId: answer?.id ?? null,
        content,
        contentHtml: null,
        authorId: user.id,
        author,
        createdAt: new Date().toISOString(),
      };
      utils.comments.list.setData(list, (present = { comments: about.comments, userVotes: {} }) => ({
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
      if (!answer) goTo(comment.id, post.commentCount);
    },
    onError: (_, { content }, context) => {
      utils.comments.list.setData(
        list,
        (present) => present && { ...present, comments: present.comments.filter(({ id }) => id !== context?.id) },
      );
      addBack(content);
    },
    onSettled: () => {
      void utils.comments.list.invalidate({ postId: post.id });
      void utils.answers.list.invalidate({ postId: post.id });
      void utils.posts.get.invalidate({ id: post.id });
      void utils.posts.participants.invalidate({ id: post.id });
    },
  });
  const isEmpty = isBlank(text);
  const mention = useMention({
    field,
    text,
    names: namesIn(post),
    everyone: true,
    replace({ from, to, insert }) {
      // At once, so that the cursor is set before the next key is typed.
      flushSync(() => setText((typed) => typed.slice(0, from) + insert + typed.slice(to)));
      field.current?.setSelectionRange(from + insert.length, from + insert.length);
    },
  });

  function addBack(content: string) {
    setText((typed) => [content, typed].filter((part) => !isBlank(part)).join("\n\n"));
  }

  /** The comment as one that waits, under the key that it may have been sent with already. */
  function take() {
    const input = { ...ref, content: text };
    const id = intent.context.intent.keyFor(input);
    const triedAt = intent.context.intent.triedAt(input) ?? (create.isError ? Date.now() : null);
    const { title } = post;
    return { kind: "comment" as const, id, triedAt, postId: post.id, title, draftKey: key, draft: text, input };
  }

  function onWaiting() {
    intent.context.intent.settle();
    create.reset();
    stored.clear();
  }

  function send() {
    if (!isEmpty && !create.isPending) create.mutate({ ...ref, content: text });
  }

  return (
    <CheckedForm
      className={classes.form}
      onSubmit={send}
      aria-label={answer ? `Comment on the answer by ${authorName(answer.author.username)}` : "Add a comment"}
    >
      {/* Those on an answer are shown without the form, too. */}
      {!answer && <WaitingTexts userId={user.id} texts={waiting} onTakeBack={({ input }) => addBack(input.content)} />}
      <div className={classes.field}>
        <Textarea
          ref={field}
          aria-label={answer ? `Your comment on the answer by ${authorName(answer.author.username)}` : "Your comment"}
          autoFocus={answer !== undefined}
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
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || mention.onKeyDown(event)) return;
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            send();
          }}
          onSelect={mention.onSelect}
          onBlur={mention.onBlur}
          {...mention.aria}
        />
        <NameList mention={mention} />
      </div>
      {create.error && (
        <ErrorBox error={create.error} fallback="Failed to post comment" onRetry={send} retrying={create.isPending} />
      )}
      <Group gap="xs">
        <SubmitButton
          variant="default"
          pending={create.isPending}
          pendingText="Posting..."
          disabled={isEmpty && !create.isPending}
        >
          Post comment
        </SubmitButton>
        <SendLater userId={user.id} disabled={isEmpty || create.isPending} take={take} onWaiting={onWaiting} />
        {onCancel && (
          <Button variant="subtle" color="gray" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </Group>
    </CheckedForm>
  );
}
