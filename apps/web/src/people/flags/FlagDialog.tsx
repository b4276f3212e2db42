import { FLAG_REASONS, type FlagReason, type FlagTarget, MODERATION } from "@bbux/contract";
import { Button, Group, Modal, Radio, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { FormError } from "../../components/FormError.tsx";
import { codeOf, fieldErrors, hintOf, messageOf } from "../../lib/errors.ts";
import { useIntentKey } from "../../lib/intent.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { flagProblem, REASONS } from "./reasons.ts";

interface FlagDialogProps {
  readonly target: { readonly type: FlagTarget; readonly id: string };
  /** Names the content in a word or two. */
  readonly what: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks why content should be removed, for moderators to read. */
export function FlagDialog({ target, what, opened, onClose }: FlagDialogProps) {
  const intent = useIntentKey();
  const flag = trpc.moderation.flag.useMutation({
    trpc: intent,
    onSuccess: () => {
      notifySuccess("Thank you. A moderator will look at it.");
      onClose();
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={flag.isPending ? () => undefined : onClose}
      onExitTransitionEnd={flag.reset}
      title={`Flag this ${what}?`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Form
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

interface FormProps {
  readonly call: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: unknown };
  readonly onClose: () => void;
  readonly onSubmit: (reason: FlagReason, note: string) => void;
}

function Form({ call, onClose, onSubmit }: FormProps) {
  const [reason, setReason] = useState<FlagReason | null>(null);
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<ReturnType<typeof flagProblem>>(null);
  const busy = call.isPending || call.isSuccess;
  const already = codeOf(call.error) === "ALREADY_FLAGGED";
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        const found = flagProblem(reason, note);
        setProblem(found);
        if (reason && !found) onSubmit(reason, note);
      }}
    >
      <Stack gap="md">
        <Radio.Group
          label="What is wrong with it?"
          value={reason}
          onChange={(value) => setReason(FLAG_REASONS.find((one) => one === value) ?? null)}
          error={problem?.reason}
        >
          <Stack gap={10} mt={8}>
            {REASONS.map(({ value, label, description }) => (
              <Radio key={value} value={value} label={label} description={description} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label="More for the moderators"
          description={reason === "OTHER" ? undefined : "Optional. Its author does not read it."}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MODERATION.note}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={problem?.note ?? fieldErrors(call.error).note}
          dir="auto"
        />
        <FormError
          message={call.error ? messageOf(call.error, "Failed to flag this") : null}
          hint={already ? "Moderators will decide about your first flag." : call.error ? hintOf(call.error) : null}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Flag
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
