import { MODERATION } from "@bbux/contract";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { notifySuccess } from "../../notify.ts";
import { type Act, outlook, type Target } from "./actions.ts";
import { useAct } from "./useModeration.ts";

interface ActionDialogProps {
  readonly act: Act;
  readonly target: Target;
  /** How many of its flags are open. */
  readonly open: number;
  readonly opened: boolean;
  /** Also when it has worked, and what it changed has been fetched. */
  readonly onClose: () => void;
  readonly onExited: () => void;
}

/** Asks why before an act of a moderator's, and says what follows. */
export function ActionDialog({ act, target, open, opened, onClose, onExited }: ActionDialogProps) {
  const { call, run } = useAct(act);
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
      fallback="This could not be done"
      onSubmit={(reason) =>
        run(target, reason, () => {
          notifySuccess(done);
          onClose();
        })
      }
    />
  );
}
