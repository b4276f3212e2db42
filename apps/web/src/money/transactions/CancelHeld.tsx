import { Button } from "@mantine/core";
import { messageOf } from "../../lib/errors.ts";
import { notifyError, notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";

/** Cancels a withdrawal that is held for the member's security. */
export function CancelHeld({ transactionId }: { transactionId: string }) {
  const utils = trpc.useUtils();
  const cancel = trpc.wallet.cancelWithdrawal.useMutation({
    onSuccess: () => notifySuccess("Withdrawal canceled"),
    onError: (error) => notifyError(messageOf(error)),
    onSettled: () => utils.wallet.invalidate(),
  });
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={cancel.isPending}
      onClick={() => cancel.mutate({ transactionId })}
    >
      Cancel withdrawal
    </Button>
  );
}
