import type { Comment } from "@bbux/contract";
import { Button, Group, Modal, Stack } from "@mantine/core";
import { FormFault } from "../../components/FormFault.tsx";
import { hintOf, messageOf } from "../../errors.ts";
import { useIntentKey } from "../../intent.ts";
import { trpc } from "../../trpc.ts";

interface DeleteCommentDialogProps {
  readonly comment: Comment;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before one's own comment is deleted. */
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
      void utils.posts.get.invalidate({ id: postId });
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={remove.isPending ? () => undefined : onClose}
      onExitTransitionEnd={remove.reset}
      title="Delete your comment?"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Stack gap="md">
        <p>Others will no longer see it. This cannot be undone.</p>
        <FormFault
          message={remove.error ? messageOf(remove.error, "Failed to delete comment") : null}
          hint={remove.error ? hintOf(remove.error) : null}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={remove.isPending} data-autofocus>
            Cancel
          </Button>
          <Button color="red" onClick={() => remove.mutate({ postId, commentId: id })} loading={remove.isPending}>
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
