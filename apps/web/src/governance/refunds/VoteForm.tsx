import { REFUNDS, type RefundRequest, VOTE_REASON_TOO_SHORT } from "@bbux/contract";
import { Group, Radio, Textarea } from "@mantine/core";
import { useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { fieldErrors } from "../../lib/errors.ts";
import { useIntentKey } from "../../lib/intent.ts";
import { notifySuccess, notifyWarning } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { faultOf } from "../../money/wallet/index.ts";
import classes from "./Refunds.module.css";
import { Requirements } from "./Requirements.tsx";
import { useRefundUpdate } from "./useRefundUpdate.ts";

type Choice = "approve" | "reject";
const { min, max } = REFUNDS.voteReason;

interface VoteFormProps {
  readonly request: RefundRequest;
  readonly id: string;
  readonly onDone: () => void;
}

/**
 * Approves or rejects with a reason, and lists the requirements. It can be filled in during the review time. The server
 * decides whether a vote counts.
 */
export function VoteForm({ request, id, onDone }: VoteFormProps) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [reason, setReason] = useState("");
  const [problems, setProblems] = useState<{ choice?: string; reason?: string }>({});
  const update = useRefundUpdate();
  const intent = useIntentKey();
  const vote = trpc.refunds.vote.useMutation({
    trpc: intent,
    onSuccess: ({ message, counted, reward, request: next }) => {
      const notify = counted ? notifySuccess : notifyWarning;
      notify(`${message}. It earned you ${reward} reputation points.`);
      onDone();
      update(next);
    },
    // Whatever the refusal, the request may have changed by now.
    onError: () => update(),
  });
  const isObjection = request.kind === "OBJECTION";
  const written = reason.trim().length;

  function submit() {
    if (vote.isPending) return;
    vote.reset();
    const found = {
      ...(choice === null && { choice: "Please choose whether to approve or to reject" }),
      ...(written < min && { reason: VOTE_REASON_TOO_SHORT }),
    };
    setProblems(found);
    if (choice !== null && written >= min) vote.mutate({ id: request.id, vote: choice, reason: reason.trim() });
  }

  const said = fieldErrors(vote.error);
  const fault = vote.error && !said.reason ? faultOf("Failed to submit vote", vote.error) : null;
  return (
    <CheckedForm id={id} className={classes.form} aria-label="Vote on this request" onSubmit={submit}>
      <Requirements hindrances={request.hindrances} />
      <Radio.Group
        label="Your vote"
        value={choice}
        onChange={(value) => setChoice(value === "approve" ? "approve" : "reject")}
        error={problems.choice}
      >
        <Group gap="lg" mt={6}>
          <Radio value="approve" label={isObjection ? "Return the bounty to the asker" : "Approve the refund"} />
          <Radio value="reject" label={isObjection ? "Pay it as announced" : "Reject it"} />
        </Group>
      </Radio.Group>
      <div>
        <Textarea
          label="Reason"
          description="Everyone can read this."
          autosize
          minRows={3}
          maxRows={8}
          maxLength={max}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={problems.reason ?? said.reason}
          dir="auto"
        />
        <p className={classes.counter} data-short={written < min || undefined}>
          {written < min ? `${written} of at least ${min} characters` : `${reason.length}/${max}`}
        </p>
      </div>
      <FormError message={fault?.message ?? null} hint={fault?.hint ?? null} />
      <div>
        <SubmitButton pending={vote.isPending} pendingText="Submitting…">
          Submit vote
        </SubmitButton>
      </div>
    </CheckedForm>
  );
}
