import { REFUNDS, type RefundRequest } from "@bbux/contract";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { useIntentKey } from "../../lib/intent.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useRefundUpdate } from "./useRefundUpdate.ts";

interface AppealDialogProps {
  readonly request: RefundRequest;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks a moderator to review a denial, once. */
export function AppealDialog({ request, opened, onClose }: AppealDialogProps) {
  const update = useRefundUpdate();
  const intent = useIntentKey();
  const appeal = trpc.refunds.appeal.useMutation({
    trpc: intent,
    onSuccess: ({ request: next }) => {
      notifySuccess("Your appeal is with the moderators");
      onClose();
      update(next);
    },
  });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title="Appeal the decision?"
      consequences={[
        "A moderator decides, and that is final. You can appeal once.",
        `Without a decision in ${REFUNDS.appealDays} days, the appeal lapses and the decision stands.`,
        "While it's open, no answer can be accepted and the bounty stays in escrow.",
      ]}
      label="Why is the decision wrong?"
      description="Moderators and anyone who opens the request can read this."
      max={REFUNDS.reason.max}
      missing="Please say why the decision is wrong"
      submit="Appeal"
      onSubmit={(reason) => appeal.mutate({ id: request.id, reason })}
      call={appeal}
      fallback="Failed to appeal"
    />
  );
}
