import { Button, Group, Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { fieldErrors, hintOf, messageOf } from "../lib/errors.ts";
import { ignoreEnter } from "../lib/ignoreEnter.ts";
import { CheckedForm } from "./CheckedForm.tsx";
import { FormError } from "./FormError.tsx";
import classes from "./ReasonDialog.module.css";

interface ReasonDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Called when the dialog has left the screen. */
  readonly onExited?: () => void;
  readonly title: string;
  /** The consequences, one sentence each. */
  readonly consequences?: readonly string[];
  /** Further fields, or content to review, above the reason. */
  readonly children?: ReactNode;
  readonly label: string;
  readonly description?: string;
  readonly max: number;
  /** The minimum length, and the sentence for a shorter reason. */
  readonly min?: number;
  readonly missing: string;
  /** A word that must be typed, for an act that affects many people. */
  readonly confirm?: string;
  readonly submit: string;
  readonly danger?: boolean;
  /** Returns a sentence when something else in the dialog is missing. */
  readonly problem?: (form: HTMLFormElement) => string | null;
  readonly onSubmit: (reason: string, form: HTMLFormElement) => void;
  /** The mutation that sends it. */
  readonly call: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: unknown; reset(): void };
  /** The sentence for an error without a text from the server. */
  readonly fallback: string;
}

/**
 * Asks for a reason, states the consequences, and submits. The focus returns to the opener if it still exists;
 * otherwise `onExited` may choose a better place.
 */
export function ReasonDialog(props: ReasonDialogProps) {
  const { opened, onClose, onExited, title, call } = props;
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    if (opened) opener.current = document.activeElement;
  }, [opened]);
  return (
    <Modal
      opened={opened}
      onClose={call.isPending ? () => undefined : onClose}
      onExitTransitionEnd={() => {
        call.reset();
        if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
        onExited?.();
      }}
      returnFocus={false}
      title={title}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Form {...props} />
    </Modal>
  );
}

function Form(props: ReasonDialogProps) {
  const { consequences = [], children, label, description, max, min = 1, missing, confirm, call } = props;
  const [reason, setReason] = useState("");
  const [word, setWord] = useState("");
  const [faults, setFaults] = useState<{ reason?: string; word?: string; other?: string | null }>({});
  const said = fieldErrors(call.error);
  const busy = call.isPending || call.isSuccess;

  function submit(form: HTMLFormElement) {
    if (busy) return;
    const text = reason.trim();
    const next = {
      ...(text.length < min && { reason: missing }),
      ...(confirm && word.trim().toUpperCase() !== confirm && { word: `Please type ${confirm}` }),
      other: props.problem?.(form) ?? null,
    };
    setFaults(next);
    if (next.reason === undefined && next.word === undefined && next.other === null) props.onSubmit(text, form);
  }

  const unsaid = call.error && !said.reason && !said.note ? call.error : null;
  return (
    <CheckedForm onKeyDown={ignoreEnter} onSubmit={(event) => submit(event.currentTarget)}>
      <Stack gap="md">
        {consequences.length > 0 && (
          <ul className={classes.consequences}>
            {consequences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        {children}
        <Textarea
          label={label}
          description={description}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={max}
          required
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={faults.reason ?? said.reason ?? said.note}
        />
        {confirm && (
          <TextInput
            label={`Type ${confirm} to confirm`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            value={word}
            onChange={(event) => setWord(event.currentTarget.value)}
            error={faults.word}
          />
        )}
        <FormError
          message={faults.other ?? (unsaid ? messageOf(unsaid, props.fallback) : null)}
          hint={unsaid ? hintOf(unsaid) : null}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={props.onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" color={props.danger ? "red" : undefined} loading={busy}>
            {props.submit}
          </Button>
        </Group>
      </Stack>
    </CheckedForm>
  );
}
