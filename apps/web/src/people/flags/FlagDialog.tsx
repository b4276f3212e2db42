import type { FlagTarget } from "@bbux/contract";
import { Modal } from "@mantine/core";
import { useIntentKey } from "../../lib/intent.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { FlagForm } from "./FlagForm.tsx";
import { FLAG_TITLES } from "./hidingState.ts";

interface FlagDialogProps {
  readonly target: { readonly type: FlagTarget; readonly id: string };
  /** Asks what to flag, if not just "this post". */
  readonly title?: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks why content should be removed, for moderators to read. */
export function FlagDialog({ target, title = FLAG_TITLES[target.type], opened, onClose }: FlagDialogProps) {
  const intent = useIntentKey();
  const flag = trpc.moderation.flag.useMutation({
    trpc: intent,
    onSuccess: () => {
      notifySuccess("Thanks. A moderator will take a look.");
      onClose();
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={flag.isPending ? () => undefined : onClose}
      onExitTransitionEnd={flag.reset}
      title={title}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <FlagForm
        call={flag}
        onClose={onClose}
        onSubmit={(reason, note) => {
          const words = note.trim();
          flag.mutate({ targetType: target.type, targetId: target.id, reason, ...(words && { note: words }) });
        }}
      />
    </Modal>
  );
}
