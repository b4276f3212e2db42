import type { PublicUser } from "@bbux/contract";
import { Modal, Skeleton, Stack } from "@mantine/core";
import { trpc } from "../../lib/trpc.ts";
import { RateForm } from "./RateForm.tsx";

interface RateDialogProps {
  readonly member: Pick<PublicUser, "id" | "username">;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Rates a member's integrity. Starts with the viewer's earlier rating, which a new one replaces. */
export function RateDialog({ member, opened, onClose }: RateDialogProps) {
  const mine = trpc.integrity.mine.useQuery({ userId: member.id }, { enabled: opened });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Rate the integrity of ${member.username}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {mine.isPending ? (
        <Stack gap="md" role="status" aria-label="Loading">
          <Skeleton height={56} />
          <Skeleton height={56} />
          <Skeleton height={96} />
        </Stack>
      ) : (
        // An earlier rating is optional, so a failure starts with an empty form.
        <RateForm member={member} before={mine.data?.rating ?? null} onClose={onClose} />
      )}
    </Modal>
  );
}
