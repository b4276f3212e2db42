import { type Post, REFUNDS } from "@bbux/contract";
import { useNavigate } from "@tanstack/react-router";
import { Amount } from "../../components/Amount.tsx";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { useIntentKey } from "../../lib/intent.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";

interface AskRefundDialogProps {
  readonly post: Post;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks why the bounty should be refunded; members who took part in the post then vote on it. */
export function AskRefundDialog({ post, opened, onClose }: AskRefundDialogProps) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const intent = useIntentKey();
  const ask = trpc.refunds.request.useMutation({
    trpc: intent,
    onSuccess: async ({ request }) => {
      notifySuccess("Your refund request is open for votes");
      onClose();
      utils.refunds.get.setData({ id: request.id }, { request });
      void utils.refunds.list.invalidate();
      await navigate({ to: "/refund-requests/$requestId", params: { requestId: request.id } });
      void utils.posts.get.invalidate({ id: post.id });
    },
    // An answer may have been accepted or the bounty settled by now.
    onError: () => void utils.posts.get.invalidate({ id: post.id }),
  });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title="Ask for a refund?"
      consequences={[
        `Members who took part in the post vote for ${REFUNDS.votingHours} hours. You can ask once.`,
        "While members vote, you can't accept an answer or delete the post.",
        "The fee for placing the bounty isn't refunded.",
      ]}
      label="Why should you get the bounty back?"
      description="Everyone who votes can read this."
      max={REFUNDS.reason.max}
      missing="Please say why you want a refund"
      submit="Ask for a refund"
      onSubmit={(reason) => ask.mutate({ postId: post.id, reason })}
      call={ask}
      fallback="Failed to request a refund"
    >
      <p>
        <Amount value={post.reward} fixed /> would come back to your wallet.
      </p>
    </ReasonDialog>
  );
}
