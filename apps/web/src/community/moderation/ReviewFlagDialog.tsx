import type { ReviewItem } from "@bbux/contract";
import { Modal } from "@mantine/core";
import { FLAG_TITLES, FlagForm } from "../../people/flags/index.ts";
import { useReview } from "./useReview.ts";

interface ReviewFlagDialogProps {
  readonly item: ReviewItem;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onExited: () => void;
}

/** Asks why a reviewer flags something. Moderators read it once another reviewer flags it, too. */
export function ReviewFlagDialog({ item, opened, onClose, onExited }: ReviewFlagDialogProps) {
  const review = useReview(onClose);
  return (
    <Modal
      opened={opened}
      onClose={review.isPending ? () => undefined : onClose}
      onExitTransitionEnd={onExited}
      title={FLAG_TITLES[item.target.type]}
      returnFocus={false}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <FlagForm
        call={review}
        onClose={onClose}
        onSubmit={(reason, note) => {
          const words = note.trim();
          review.mutate({ id: item.id, verdict: "flag", reason, ...(words && { note: words }) });
        }}
      />
    </Modal>
  );
}
