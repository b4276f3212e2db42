import type { Answer } from "@bbux/contract";
import { Button, Group, Modal, Stack } from "@mantine/core";
import { FormFault } from "../../components/FormFault.tsx";
import { hintOf, messageOf } from "../../errors.ts";
import { useIntentKey } from "../../intent.ts";
import { trpc } from "../../trpc.ts";

interface DeleteAnswerDialogProps {
  readonly answer: Answer;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before one's own answer is deleted. */
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
      void utils.posts.list.invalidate();
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={remove.isPending ? () => undefined : onClose}
      onExitTransitionEnd={remove.reset}
      title="Delete your answer?"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Stack gap="md">
        <p>Others will no longer see it. This cannot be undone.</p>
        <FormFault
          message={remove.error ? messageOf(remove.error, "Failed to delete answer") : null}
          hint={remove.error ? hintOf(remove.error) : null}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={remove.isPending} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red"
            onClick={() => remove.mutate({ postId: answer.postId, answerId: answer.id })}
            loading={remove.isPending}
          >
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
