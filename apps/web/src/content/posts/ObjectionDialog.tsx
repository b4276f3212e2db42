import { type Post, REFUNDS } from "@bbux/contract";
import { useNavigate } from "@tanstack/react-router";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { useIntentKey } from "../../lib/intent.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";

interface ObjectionDialogProps {
  readonly post: Post;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks why the bounty should not be paid; members who took part in the post then vote on it. */
export function ObjectionDialog({ post, opened, onClose }: ObjectionDialogProps) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const intent = useIntentKey();
  const refresh = () => {
    void utils.posts.get.invalidate({ id: post.id });
    void utils.refunds.settlement.invalidate({ id: post.id });
  };
  const object = trpc.refunds.object.useMutation({
    trpc: intent,
    onSuccess: async ({ request }) => {
      notifySuccess("Your objection is open for votes");
      onClose();
      utils.refunds.get.setData({ id: request.id }, { request });
      void utils.refunds.list.invalidate();
      await navigate({ to: "/refund-requests/$requestId", params: { requestId: request.id } });
      refresh();
    },
    // The bounty may have been paid by now.
    onError: refresh,
  });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title="Object to this payment?"
      consequences={[
        `Members who took part in the post vote for ${REFUNDS.votingHours} hours: the bounty is paid, or goes back to the asker.`,
        "While members vote, no one is paid and no answer can be accepted.",
        "Members can object to an answer only once, and the vote is final.",
      ]}
      label="Why shouldn't this answer be paid?"
      description="Everyone who votes can read this."
      max={REFUNDS.reason.max}
      missing="Please say why this answer shouldn't be paid"
      submit="Object"
      onSubmit={(reason) => object.mutate({ id: post.id, reason })}
      call={object}
      fallback="Failed to object"
    />
  );
}
