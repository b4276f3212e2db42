import type { Answer } from "@bbux/contract";
import { ConfirmDelete } from "../../components/ConfirmDelete.tsx";
import { useIntentKey } from "../../lib/intent.ts";
import { trpc } from "../../lib/trpc.ts";

interface DeleteAnswerDialogProps {
  readonly answer: Answer;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation before members delete their own answer. */
export function DeleteAnswerDialog({ answer, opened, onClose }: DeleteAnswerDialogProps) {
  const utils = trpc.useUtils();
  const intent = useIntentKey();
  const remove = trpc.answers.delete.useMutation({
    trpc: intent,
    onSuccess: () => {
      onClose();
      utils.answers.list.setData(
        { postId: answer.postId, page: 1 },
        (list) => list && { ...list, answers: list.answers.filter(({ id }) => id !== answer.id) },
      );
      void utils.answers.list.invalidate({ postId: answer.postId });
      void utils.posts.get.invalidate({ id: answer.postId });
      void utils.posts.participants.invalidate({ id: answer.postId });
      void utils.posts.list.invalidate();
    },
  });
  return (
    <ConfirmDelete
      what="answer"
      opened={opened}
      onClose={onClose}
      onConfirm={() => remove.mutate({ postId: answer.postId, answerId: answer.id })}
      deletion={remove}
    />
  );
}
