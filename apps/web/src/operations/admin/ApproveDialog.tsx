import type { WaitingDeposit } from "@bbux/contract";
import { useState } from "react";
import { bbux, unitsOf } from "../../components/Amount.format.ts";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { useIntentKey } from "../../lib/intent.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { TransactionLink } from "../../money/solana/index.ts";

interface ApproveDialogProps {
  readonly deposit: WaitingDeposit;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onExited: (approved: boolean) => void;
}

/** Approves a deposit that only one node confirms, which credits it unless another admin has to. It can't be undone here. */
export function ApproveDialog({ deposit, opened, onClose, onExited }: ApproveDialogProps) {
  const utils = trpc.useUtils();
  const intent = useIntentKey();
  const [approved, setApproved] = useState(false);
  const approve = trpc.admin.approveDeposit.useMutation({
    trpc: intent,
    onSuccess: async ({ username, missing }) => {
      void utils.admin.money.invalidate();
      void utils.admin.stats.invalidate();
      void utils.admin.audit.invalidate();
      await utils.admin.waitingDeposits.invalidate();
      notifySuccess(missing === 0 ? `Credited to ${username}` : "Approved. One more admin needs to approve it.");
      setApproved(true);
      onClose();
    },
  });
  const amount = bbux(unitsOf(deposit.amount), { exact: true });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      onExited={() => onExited(approved)}
      title="Approve this deposit?"
      consequences={[
        deposit.missing > 1
          ? `Once a second admin approves, ${deposit.username} gets ${amount} and can spend or sell it.`
          : `${deposit.username} gets ${amount} immediately and can spend or sell it.`,
        "This can't be undone, and is recorded in the audit log.",
      ]}
      label="Where you have seen the payment"
      description="Look for it on another node or explorer first: a node can be wrong."
      max={500}
      missing="Please say where you have seen it"
      submit="Approve"
      danger
      call={approve}
      fallback="We couldn't approve the deposit"
      onSubmit={(reason) => approve.mutate({ id: deposit.id, reason })}
    >
      <p>
        <TransactionLink signature={deposit.signature} />
      </p>
    </ReasonDialog>
  );
}
