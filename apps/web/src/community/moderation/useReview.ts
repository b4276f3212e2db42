import { codeOf, messageOf } from "../../lib/errors.ts";
import { notifyError, notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";

const THANKS = {
  OPEN: "Thank you. Another reviewer will look at it, too.",
  CLEARED: "Cleared. It has left the queue.",
  FLAGGED: "Flagged. Moderators will decide.",
} as const;

/** Sends a verdict. It completes once the queue has been refetched without it. */
export function useReview(onDecided: () => void) {
  const utils = trpc.useUtils();
  return trpc.reviews.decide.useMutation({
    onSuccess: async ({ status }) => {
      notifySuccess(THANKS[status]);
      void utils.moderation.invalidate();
      await utils.reviews.list.invalidate();
      onDecided();
    },
    onError: async (error) => {
      const code = codeOf(error);
      if (code !== "REVIEW_CLOSED" && code !== "ALREADY_REVIEWED") return;
      // The list is out of date, so its place for the error goes, too.
      notifyError(messageOf(error, "Your review wasn't saved"));
      await utils.reviews.list.invalidate();
      onDecided();
    },
  });
}
