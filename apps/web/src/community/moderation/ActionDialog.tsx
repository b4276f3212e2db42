import { MODERATION } from "@bbux/contract";
import { useState } from "react";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { notifySuccess } from "../../lib/notify.ts";
import { type Act, outlook, type Target } from "./actions.ts";
import { useAct } from "./useModeration.ts";
import { VotingFraudBox } from "./VotingFraudBox.tsx";

interface ActionDialogProps {
  readonly act: Act;
  readonly target: Target;
  /** How many of its flags are open. */
  readonly open: number;
  readonly opened: boolean;
  /** Called on success too, once what it changed has been refetched. */
  readonly onClose: () => void;
  readonly onExited: () => void;
}

/** Asks for a reason before a moderator's action, and states the consequences. */
export function ActionDialog({ act, target, open, opened, onClose, onExited }: ActionDialogProps) {
  const { call, run } = useAct(act);
  const [votingFraud, setVotingFraud] = useState(false);
  const { title, consequences, label, submit, danger, done } = outlook(act, target, open);
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      onExited={onExited}
      title={title}
      consequences={consequences}
      label={label}
      max={MODERATION.note}
      missing="Please say why"
      submit={submit}
      danger={danger}
      call={call}
      fallback="That didn't work"
      onSubmit={(reason) =>
        run(target, { reason, votingFraud }, () => {
          notifySuccess(done);
          onClose();
        })
      }
    >
      {act === "suspend" && (
        <VotingFraudBox username={target.authorUsername} checked={votingFraud} onChange={setVotingFraud} />
      )}
    </ReasonDialog>
  );
}
