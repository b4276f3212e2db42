import { FLAG_REASONS, type FlagReason, MODERATION } from "@bbux/contract";
import { Button, Group, Radio, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { codeOf, fieldErrors, hintOf, messageOf } from "../../lib/errors.ts";
import { flagProblem, REASONS } from "./reasons.ts";

interface FlagFormProps {
  readonly call: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: unknown };
  readonly onClose: () => void;
  readonly onSubmit: (reason: FlagReason, note: string) => void;
}

/** Asks what is wrong with content, for a flag. */
export function FlagForm({ call, onClose, onSubmit }: FlagFormProps) {
  const [reason, setReason] = useState<FlagReason | null>(null);
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<ReturnType<typeof flagProblem>>(null);
  const busy = call.isPending || call.isSuccess;
  const already = codeOf(call.error) === "ALREADY_FLAGGED";

  function submit() {
    if (busy) return;
    const found = flagProblem(reason, note);
    setProblem(found);
    if (reason && !found) onSubmit(reason, note);
  }

  return (
    <CheckedForm onSubmit={submit}>
      <Stack gap="md">
        <Radio.Group
          label="What's wrong with it?"
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
          label="Details for the moderators"
          description={reason === "OTHER" ? undefined : "Optional. The author won't see this."}
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
    </CheckedForm>
  );
}
