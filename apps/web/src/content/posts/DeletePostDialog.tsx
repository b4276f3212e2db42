import type { Post } from "@bbux/contract";
import { Button, Group, Modal, Stack } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { FormError } from "../../components/FormError.tsx";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { useIntentKey } from "../../lib/intent.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { deletionOutlook } from "./deletion.ts";
import { SeeRefund } from "./SeeRefund.tsx";

const AskRefundDialog = lazy(async () => ({
  default: (await import("./AskRefundDialog.tsx")).AskRefundDialog,
}));

interface DeletePostDialogProps {
  readonly post: Post;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/**
 * Asks for confirmation before a post is deleted, and says what happens to its bounty; if deletion is refused, links to
 * the refund.
 */
export function DeletePostDialog({ post, opened, onClose }: DeletePostDialogProps) {
  const { refused, text, next } = deletionOutlook(post, useNow());
  // Stays mounted once opened, so that the dialog can fade out.
  const [asking, setAsking] = useState<"never" | "open" | "closed">("never");
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
    // An answer or a refund request may have appeared by now, so this shows what is possible now.
    onError: () => void utils.posts.get.invalidate({ id: post.id }),
  });
  const busy = remove.isPending || remove.isSuccess;

  return (
    <>
      <Modal
        opened={opened}
        onClose={busy ? () => undefined : onClose}
        onExitTransitionEnd={remove.reset}
        returnFocus={asking !== "open"}
        title={refused ? "This post can't be deleted now" : "Delete this post?"}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Stack gap="md">
          <p>{text}</p>
          <FormError
            message={remove.error ? messageOf(remove.error, "Failed to delete post") : null}
            hint={remove.error ? hintOf(remove.error) : null}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
              {refused ? "Close" : "Cancel"}
            </Button>
            {next === "see" && post.refund && <SeeRefund requestId={post.refund.id} />}
            {next === "ask" && (
              <Button
                onClick={() => {
                  setAsking("open");
                  onClose();
                }}
              >
                Ask for a refund
              </Button>
            )}
            {!refused && (
              <Button color="red" onClick={() => remove.mutate({ id: post.id })} loading={busy}>
                Delete
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
      {asking !== "never" && (
        <Suspense>
          <AskRefundDialog post={post} opened={asking === "open"} onClose={() => setAsking("closed")} />
        </Suspense>
      )}
    </>
  );
}
