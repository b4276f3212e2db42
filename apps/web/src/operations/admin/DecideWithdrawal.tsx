import type { WaitingWithdrawal } from "@bbux/contract";
import { useState } from "react";
import { bbux, fixedAmount, unitsOf } from "../../components/Amount.format.ts";
import { CopyLine } from "../../components/CopyLine.tsx";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { codeOf } from "../../lib/errors.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { filledIn, KnownUsername, PasswordField, useHasPassword } from "../../people/accounts/index.ts";

interface DecisionDialogProps {
  readonly withdrawal: WaitingWithdrawal;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onExited: (decided: boolean) => void;
}

/** Reloads what a decision changes. */
function useReload() {
  const utils = trpc.useUtils();
  return async () => {
    void utils.admin.money.invalidate();
    void utils.admin.stats.invalidate();
    void utils.admin.audit.invalidate();
    await utils.admin.waitingWithdrawals.invalidate();
  };
}

/** One of two approvals. It asks for the admin's password, if there is one, and can't be taken back. */
export function ApproveWithdrawalDialog({ withdrawal, opened, onClose, onExited }: DecisionDialogProps) {
  const { id, username, netAmount, destination, approvals } = withdrawal;
  const reload = useReload();
  const [lacksPassword, setLacksPassword] = useState(false);
  const { hasPassword, needsPassword } = useHasPassword(opened);
  const [decided, setDecided] = useState(false);
  const approve = trpc.admin.approveWithdrawal.useMutation({
    onSuccess: async ({ missing }) => {
      await reload();
      notifySuccess(missing === 0 ? "Approved. The payment is next." : "Approved. One more admin needs to approve it.");
      setDecided(true);
      onClose();
    },
  });
  const isLast = approvals.some(({ counts }) => counts);
  const amount = fixedAmount(unitsOf(netAmount), { exact: true, unit: "SOL" });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      onExited={() => onExited(decided)}
      title="Approve this withdrawal?"
      consequences={[
        isLast
          ? `${amount} is sent to ${username}'s address next. This can't be undone.`
          : `Once a second admin approves, ${amount} is sent to ${username}'s address. This can't be undone.`,
        "You can't take your approval back. It's recorded in the audit log.",
      ]}
      label="What you checked"
      description="For example, how you confirmed the request with the member."
      max={500}
      missing="Please say what you checked"
      problem={(form) => {
        const isMissing = needsPassword && filledIn(form, "password") === "";
        setLacksPassword(isMissing);
        return isMissing ? "Please enter your password" : null;
      }}
      submit="Approve"
      danger
      call={approve}
      fallback="We couldn't approve the withdrawal"
      onSubmit={(reason, form) => {
        const password = filledIn(form, "password");
        approve.mutate({ id, ...(password !== "" && { password }), reason });
      }}
    >
      <CopyLine value={destination} label="Copy destination" />
      <KnownUsername />
      {hasPassword && (
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          error={lacksPassword || codeOf(approve.error) === "WRONG_PASSWORD"}
        />
      )}
    </ReasonDialog>
  );
}

/** Gives the withdrawal back. One admin is enough. */
export function RefuseWithdrawalDialog({ withdrawal, opened, onClose, onExited }: DecisionDialogProps) {
  const { id, username, amount } = withdrawal;
  const reload = useReload();
  const [decided, setDecided] = useState(false);
  const refuse = trpc.admin.refuseWithdrawal.useMutation({
    onSuccess: async ({ refunded }) => {
      await reload();
      notifySuccess(refunded ? `Given back to ${username}` : `${username} gets it back in a few minutes`);
      setDecided(true);
      onClose();
    },
  });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      onExited={() => onExited(decided)}
      title="Refuse this withdrawal?"
      consequences={[
        `${username} gets ${bbux(unitsOf(amount), { exact: true })} back, fee included, and can request it again.`,
        `${username} reads your reason. It's also recorded in the audit log.`,
      ]}
      label="Reason"
      max={500}
      missing="Please say why"
      submit="Refuse"
      danger
      call={refuse}
      fallback="We couldn't refuse the withdrawal"
      onSubmit={(reason) => refuse.mutate({ id, reason })}
    />
  );
}
