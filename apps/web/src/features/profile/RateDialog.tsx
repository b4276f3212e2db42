import type { PublicUser } from "@bbux/contract";
import { Modal, Skeleton, Stack } from "@mantine/core";
import { trpc } from "../../trpc.ts";
import { RateForm } from "./RateForm.tsx";

interface RateDialogProps {
  readonly member: Pick<PublicUser, "id" | "username">;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Rating somebody's integrity. It begins with one's earlier rating, which a new one replaces. */
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
        // Whether there was one before only helps: without the answer one begins anew.
        <RateForm member={member} before={mine.data?.rating ?? null} onClose={onClose} />
      )}
    </Modal>
  );
}
