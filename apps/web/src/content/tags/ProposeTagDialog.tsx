import {
  isTagName,
  type OwnTagProposals,
  TAG_NAME_LENGTH,
  TAG_NAME_RULE,
  TAG_PROPOSALS,
  tidyTagName,
  trustLimit,
} from "@bbux/contract";
import { Button, Group, Modal, Skeleton, Stack, Textarea, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { FormError } from "../../components/FormError.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { codeOf, fieldErrors, hintOf, messageOf } from "../../lib/errors.ts";
import { numberText } from "../../lib/locale.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";

interface ProposeTagDialogProps {
  /** The name to begin with. */
  readonly name: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onProposed?: () => void;
}

/** Proposes a tag, or says what it takes. */
export function ProposeTagDialog({ name, opened, onClose, onProposed }: ProposeTagDialogProps) {
  const utils = trpc.useUtils();
  const own = trpc.tagProposals.own.useQuery(undefined, { staleTime: 0 });
  const unconfirmed = useUnconfirmed();
  const reason = own.data ? (unconfirmed.reason ?? hindrance(own.data)) : null;
  const propose = trpc.tagProposals.propose.useMutation({
    onSuccess: async ({ proposal }) => {
      await utils.tagProposals.own.invalidate();
      notifySuccess(`You proposed “${proposal.name}”. You'll get a notification once staff decide.`);
      onProposed?.();
      onClose();
    },
  });
  const isSent = propose.isPending || propose.isSuccess;
  return (
    <Modal
      opened={opened}
      onClose={propose.isPending ? () => undefined : onClose}
      onExitTransitionEnd={propose.reset}
      title="Propose a tag"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {(own.isPending || unconfirmed.isPending) && <Skeleton height={320} aria-label="Loading the form" />}
      {own.error && !own.data && (
        <ErrorBox
          error={own.error}
          fallback="We couldn't load your proposals"
          onRetry={() => void own.refetch()}
          retrying={own.isFetching}
        />
      )}
      {reason !== null && !unconfirmed.isPending && !isSent && (
        <Stack gap="md">
          <p>{reason}</p>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              Close
            </Button>
          </Group>
        </Stack>
      )}
      {own.data && !unconfirmed.isPending && (reason === null || isSent) && (
        <Form name={name} own={own.data} call={propose} onClose={onClose} onSubmit={(tag) => propose.mutate(tag)} />
      )}
    </Modal>
  );
}

/** Says that the limits of the member's trust level allow no proposals, unless the server has lifted its limits. */
function useUnconfirmed(): { readonly isPending: boolean; readonly reason: string | null } {
  const { user } = useSession();
  const isNew = user !== null && trustLimit(user.trustLevel, "tags").day === 0;
  const trust = trpc.trust.get.useQuery(undefined, { enabled: isNew });
  const isHeld = isNew && trust.data?.isLimited === true;
  return { isPending: trust.isLoading, reason: isHeld ? "Confirm your email address to propose tags." : null };
}

/** Says why a member can't propose anything now, or returns `null`. */
function hindrance({ points, pointsNeeded, open, openMost }: OwnTagProposals): string | null {
  if (points < pointsNeeded) {
    return `Proposing a tag takes ${numberText(pointsNeeded)} reputation points. You have ${numberText(points)}. You earn points when others upvote your questions and answers.`;
  }
  if (open < openMost) return null;
  return plural(open, [
    "# tag that you proposed is still waiting. You can propose another once staff decide, or once you withdraw it on the Tags page.",
    "# tags that you proposed are still waiting. You can propose another once staff decide on one, or once you withdraw one on the Tags page.",
  ]);
}

interface Proposed {
  readonly name: string;
  readonly description: string;
  readonly reason: string;
}

interface FormProps {
  readonly name: string;
  readonly own: OwnTagProposals;
  readonly call: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: unknown };
  readonly onClose: () => void;
  readonly onSubmit: (tag: Proposed) => void;
}

/** Refusals that are about the name. */
const NAME_CODES = ["TAG_EXISTS", "TAG_PROPOSED"];

function Form({ name: given, own: { pointsNeeded }, call, onClose, onSubmit }: FormProps) {
  const [values, setValues] = useState<Proposed>({ name: given, description: "", reason: "" });
  const [faults, setFaults] = useState<Partial<Record<keyof Proposed, string>>>({});
  const said = fieldErrors(call.error);
  const isAboutName = NAME_CODES.includes(codeOf(call.error) ?? "");
  const nameSaid = isAboutName ? messageOf(call.error) : said.name;
  const unsaid = call.error && !isAboutName && Object.keys(said).length === 0 ? call.error : null;
  const busy = call.isPending || call.isSuccess;
  const first = useRef<HTMLElement | null>(null);
  // The dialog may have opened before the form was there.
  useEffect(() => first.current?.focus(), []);
  const focused = (node: HTMLElement | null) => {
    first.current = node;
  };
  const set = (part: Partial<Proposed>) => setValues((present) => ({ ...present, ...part }));

  function submit() {
    if (busy) return;
    const [name, description, reason] = [tidyTagName(values.name), values.description.trim(), values.reason.trim()];
    const next = {
      ...(!isTagName(name) && { name: name === "" ? "Enter a name" : TAG_NAME_RULE }),
      ...(description === "" && { description: "Say what the tag is for" }),
      ...(reason === "" && { reason: "Say why it's needed" }),
    };
    setFaults(next);
    if (Object.keys(next).length === 0) onSubmit({ name, description, reason });
  }

  return (
    <CheckedForm onSubmit={submit}>
      <Stack gap="md">
        <p>Staff approve or decline it, and you'll get a notification. Until then, use another tag.</p>
        {pointsNeeded > 0 && <p>Proposing takes {numberText(pointsNeeded)} reputation points.</p>}
        <TextInput
          label="Name"
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={TAG_NAME_LENGTH}
          ref={given === "" ? focused : undefined}
          data-autofocus={given === "" || undefined}
          value={values.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={faults.name ?? nameSaid}
        />
        <Textarea
          label="Description"
          description="What questions with this tag are about. Everyone sees it."
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={TAG_PROPOSALS.description}
          ref={given === "" ? undefined : focused}
          data-autofocus={given !== "" || undefined}
          value={values.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
          error={faults.description ?? said.description}
        />
        <Textarea
          label="Why it's needed"
          description="Which questions need it, and why no other tag fits. Only staff see it."
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={TAG_PROPOSALS.reason}
          value={values.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
          error={faults.reason ?? said.reason}
        />
        <FormError
          message={unsaid ? messageOf(unsaid, "We couldn't send your proposal") : null}
          hint={unsaid ? hintOf(unsaid) : null}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Propose it
          </Button>
        </Group>
      </Stack>
    </CheckedForm>
  );
}
