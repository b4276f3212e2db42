import type { Comment } from "@bbux/contract";
import { ConfirmDelete } from "../../components/ConfirmDelete.tsx";
import { useIntentKey } from "../../lib/intent.ts";
import { trpc } from "../../lib/trpc.ts";

interface DeleteCommentDialogProps {
  readonly comment: Comment;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation before members delete their own comment. */
export function DeleteCommentDialog({ comment, opened, onClose }: DeleteCommentDialogProps) {
  const { id, postId } = comment;
  const utils = trpc.useUtils();
  const intent = useIntentKey();
  const remove = trpc.comments.delete.useMutation({
    trpc: intent,
    onSuccess: () => {
      onClose();
      utils.comments.list.setQueriesData(
        { postId },
        {},
        (page) => page && { ...page, comments: page.comments.filter((one) => one.id !== id) },
      );
      void utils.comments.list.invalidate({ postId });
      void utils.answers.list.invalidate({ postId });
      void utils.posts.get.invalidate({ id: postId });
      void utils.posts.participants.invalidate({ id: postId });
    },
  });
  return (
    <ConfirmDelete
      what="comment"
      opened={opened}
      onClose={onClose}
      onConfirm={() => remove.mutate({ postId, commentId: id })}
      deletion={remove}
    />
  );
}
