import { Button, Group, Modal, Stack } from "@mantine/core";
import { hintOf, messageOf } from "../lib/errors.ts";
import { FormError } from "./FormError.tsx";

const TEXTS = {
  answer: { title: "Delete your answer?", failed: "Failed to delete answer" },
  comment: { title: "Delete your comment?", failed: "Failed to delete comment" },
  message: { title: "Delete your message?", failed: "Failed to delete message" },
};

interface ConfirmDeleteProps {
  readonly what: keyof typeof TEXTS;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  /** The mutation that deletes. */
  readonly deletion: { readonly isPending: boolean; readonly error: unknown; reset(): void };
}

/** Asks for confirmation before members delete something of their own, and reports a failure. */
export function ConfirmDelete({ what, opened, onClose, onConfirm, deletion }: ConfirmDeleteProps) {
  const { isPending, error, reset } = deletion;
  return (
    <Modal
      opened={opened}
      onClose={isPending ? () => undefined : onClose}
      onExitTransitionEnd={reset}
      title={TEXTS[what].title}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Stack gap="md">
        <p>Others will no longer see it. You can't undo this.</p>
        <FormError message={error ? messageOf(error, TEXTS[what].failed) : null} hint={error ? hintOf(error) : null} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
            Cancel
          </Button>
          <Button color="red" onClick={onConfirm} loading={isPending}>
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
