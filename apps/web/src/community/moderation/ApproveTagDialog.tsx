import {
  isTagName,
  type StaffTagProposal,
  TAG_NAME_LENGTH,
  TAG_NAME_RULE,
  TAG_PROPOSALS,
  tidyTagName,
} from "@bbux/contract";
import { Button, Group, Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { codeOf, fieldErrors, hintOf, messageOf } from "../../lib/errors.ts";

interface Tag {
  readonly name: string;
  readonly description: string;
}

interface ApproveTagDialogProps {
  readonly proposal: StaffTagProposal;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onExited: () => void;
  readonly call: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: unknown; reset(): void };
  readonly onSubmit: (tag: Tag) => void;
}

/** Makes a proposal a tag, with another name or description if need be. */
export function ApproveTagDialog({ opened, onClose, onExited, ...form }: ApproveTagDialogProps) {
  const { call } = form;
  return (
    <Modal
      opened={opened}
      onClose={call.isPending ? () => undefined : onClose}
      onExitTransitionEnd={() => {
        call.reset();
        onExited();
      }}
      returnFocus={false}
      title="Add this tag?"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Form {...form} onClose={onClose} />
    </Modal>
  );
}

function Form({ proposal, call, onClose, onSubmit }: Omit<ApproveTagDialogProps, "opened" | "onExited">) {
  const [name, setName] = useState(proposal.name);
  const [description, setDescription] = useState(proposal.description);
  const [faults, setFaults] = useState<Partial<Tag>>({});
  const said = fieldErrors(call.error);
  const isAboutName = codeOf(call.error) === "TAG_EXISTS";
  const unsaid = call.error && !isAboutName && Object.keys(said).length === 0 ? call.error : null;
  const busy = call.isPending || call.isSuccess;

  function submit() {
    if (busy) return;
    const tag = { name: tidyTagName(name), description: description.trim() };
    const next = {
      ...(!isTagName(tag.name) && { name: tag.name === "" ? "Enter a name" : TAG_NAME_RULE }),
      ...(tag.description === "" && { description: "Say what the tag is for" }),
    };
    setFaults(next);
    if (Object.keys(next).length === 0) onSubmit(tag);
  }

  return (
    <CheckedForm onSubmit={submit}>
      <Stack gap="md">
        <p>Everyone can use it from then on. {proposal.proposer.username} gets a notification.</p>
        <TextInput
          label="Name"
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={TAG_NAME_LENGTH}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faults.name ?? (isAboutName ? messageOf(call.error) : said.name)}
        />
        <Textarea
          label="Description"
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={TAG_PROPOSALS.description}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          error={faults.description ?? said.description}
        />
        <FormError
          message={unsaid ? messageOf(unsaid, "We couldn't add the tag") : null}
          hint={unsaid ? hintOf(unsaid) : null}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Add the tag
          </Button>
        </Group>
      </Stack>
    </CheckedForm>
  );
}
