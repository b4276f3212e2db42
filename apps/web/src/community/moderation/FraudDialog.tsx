import { MODERATION, type ModeratedMember } from "@bbux/contract";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { fraud } from "./VotingFraudBox.tsx";

interface FraudDialogProps {
  readonly member: ModeratedMember;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onExited: () => void;
}

/** Adds to a suspension that it is for voting fraud, too. */
export function FraudDialog({ member: { id, username }, ...dialog }: FraudDialogProps) {
  const utils = trpc.useUtils();
  const suspend = trpc.moderation.suspend.useMutation({ onSuccess: () => utils.moderation.invalidate() });
  const added = () => {
    notifySuccess(`${username} is suspended for voting fraud`);
    dialog.onClose();
  };
  return (
    <ReasonDialog
      {...dialog}
      title={`Did ${username} commit voting fraud?`}
      consequences={[fraud(username), `${username} gets a notification.`]}
      label={`Reason, as ${username} will read it`}
      max={MODERATION.note}
      missing="Please say why"
      submit="Report voting fraud"
      danger
      call={suspend}
      fallback="We couldn't report the voting fraud"
      onSubmit={(reason) => suspend.mutate({ id, reason, votingFraud: true }, { onSuccess: added })}
    />
  );
}
