import { MODERATION, type ModeratedMember, STAFF_FREEZE } from "@bbux/contract";
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useJudge } from "./useModeration.ts";

const DAYS = [1, 3, STAFF_FREEZE.moderatorDays, 14, 30, STAFF_FREEZE.adminDays];

interface FreezeDialogProps {
  readonly member: ModeratedMember;
  /** Ends a freeze, instead of beginning one or setting another end. */
  readonly ends: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onExited: () => void;
}

/** Freezes a member's withdrawals for some days, or ends that (docs/adr/0040). */
export function FreezeDialog({ member, ends, opened, onClose, onExited }: FreezeDialogProps) {
  const utils = trpc.useUtils();
  const judge = useJudge();
  const [days, setDays] = useState<number>(STAFF_FREEZE.moderatorDays);
  const refetch = { onSuccess: () => utils.moderation.invalidate() };
  const freeze = trpc.moderation.freezeWithdrawals.useMutation(refetch);
  const unfreeze = trpc.moderation.unfreezeWithdrawals.useMutation(refetch);
  const { id, username } = member;
  const most = judge.role === "admin" ? STAFF_FREEZE.adminDays : STAFF_FREEZE.moderatorDays;
  const after = (text: string) => ({
    onSuccess: () => {
      notifySuccess(text);
      onClose();
    },
  });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      onExited={onExited}
      title={ends ? `Unfreeze the withdrawals of ${username}?` : `Freeze the withdrawals of ${username}?`}
      consequences={
        ends
          ? [
              "Held withdrawals will be sent, unless something else is holding them.",
              `${username} gets a notification with your words below.`,
            ]
          : [
              `${username}'s withdrawals wait until then, except those already signed.`,
              `Until then, ${username} can't post or pay bounties or stake, either, but can cancel withdrawals that are held.`,
              `${username} gets an email with your reason below.`,
            ]
      }
      label={`Reason, as ${username} will read it`}
      max={MODERATION.note}
      missing="Please say why"
      submit={ends ? "Unfreeze" : "Freeze"}
      danger={!ends}
      call={ends ? unfreeze : freeze}
      fallback={ends ? "We couldn't end the freeze" : "We couldn't freeze the withdrawals"}
      onSubmit={(reason) =>
        ends
          ? unfreeze.mutate({ id, reason }, after(`Withdrawals of ${username} continue`))
          : freeze.mutate({ id, reason, days }, after(`Withdrawals of ${username} are frozen`))
      }
    >
      {!ends && (
        <NativeSelect
          label="For how long"
          description={
            most === STAFF_FREEZE.moderatorDays
              ? `Only an admin can freeze them for longer, or again within ${STAFF_FREEZE.windowDays} days.`
              : undefined
          }
          data={DAYS.filter((count) => count <= most).map((count) => ({
            value: String(count),
            label: plural(count, ["# day", "# days"]),
          }))}
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
      )}
    </ReasonDialog>
  );
}
