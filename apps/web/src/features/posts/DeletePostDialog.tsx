import type { Post } from "@bbux/contract";
import { Button, Group, Modal, Stack } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { FormFault } from "../../components/FormFault.tsx";
import { hintOf, messageOf } from "../../errors.ts";
import { useIntentKey } from "../../intent.ts";
import { notifySuccess } from "../../notify.ts";
import { trpc } from "../../trpc.ts";
import { deletionOutlook } from "./deletion.ts";

interface DeletePostDialogProps {
  readonly post: Post;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before a post is deleted, and says what becomes of its bounty. */
export function DeletePostDialog({ post, opened, onClose }: DeletePostDialogProps) {
  const { refused, text } = deletionOutlook(post);
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const intent = useIntentKey();
  const remove = trpc.posts.delete.useMutation({
    trpc: intent,
    onSuccess: async () => {
      notifySuccess("The post has been deleted");
      void utils.wallet.get.invalidate();
      void utils.posts.list.invalidate();
      await navigate({ to: "/community" });
      void utils.posts.get.invalidate({ id: post.id });
    },
  });
  const busy = remove.isPending || remove.isSuccess;

  return (
    <Modal
      opened={opened}
      onClose={busy ? () => undefined : onClose}
      onExitTransitionEnd={remove.reset}
      title={refused ? "This post cannot be deleted now" : "Delete this post?"}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Stack gap="md">
        <p>{text}</p>
        <FormFault
          message={remove.error ? messageOf(remove.error, "Failed to delete post") : null}
          hint={remove.error ? hintOf(remove.error) : null}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
            {refused ? "Close" : "Cancel"}
          </Button>
          {!refused && (
            <Button color="red" onClick={() => remove.mutate({ id: post.id })} loading={busy}>
              Delete
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
