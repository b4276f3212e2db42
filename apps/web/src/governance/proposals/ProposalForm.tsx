import { PROPOSAL_STAKES, PROPOSALS } from "@bbux/contract";
import { TextInput } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { DraftNotice, MarkdownEditor, useStoredDraft } from "../../content/editor/index.ts";
import { fieldErrors, hintOf, serverText } from "../../lib/errors.ts";
import { useIntentKey } from "../../lib/intent.ts";
import { useParameters } from "../../lib/parameters/useParameters.ts";
import { trpc } from "../../lib/trpc.ts";
import { ParameterFields } from "./ParameterFields.tsx";
import classes from "./ProposalForm.module.css";
import {
  EMPTY_PROPOSAL,
  isBlankProposal,
  MOST,
  type ProposalDraft,
  type ProposalProblems,
  problemsAt,
  proposalDraft,
  readProposal,
} from "./proposalDraft.ts";
import { TypeField } from "./TypeField.tsx";

/** The proposal form: type, change, title, text, and link to a discussion. */
export function ProposalForm({ userId }: { userId: string }) {
  const stored = useStoredDraft(`bbux.draft.proposal.${userId}`, proposalDraft, EMPTY_PROPOSAL, isBlankProposal);
  const { draft } = stored;
  const [problems, setProblems] = useState<ProposalProblems>({});
  const { parameters } = useParameters();
  const dashboard = trpc.governance.dashboard.useQuery();
  const staked = dashboard.data ? unitsOf(dashboard.data.userStats.stakedAmount) : null;
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const submit = trpc.proposals.submit.useMutation({
    trpc: useIntentKey(),
    onSuccess: async ({ proposal }) => {
      stored.clear();
      utils.proposals.get.setData({ id: proposal.id }, { proposal });
      void utils.proposals.list.invalidate();
      void utils.governance.invalidate();
      await navigate({ to: "/governance/proposals/$proposalId", params: { proposalId: proposal.id } });
    },
    onError: (error) => setProblems(problemsAt(fieldErrors(error))),
  });
  const sending = submit.isPending || submit.isSuccess;
  const atFields = Object.keys(problemsAt(fieldErrors(submit.error))).length > 0;

  function change(part: Partial<ProposalDraft>) {
    stored.setDraft((present) => ({ ...present, ...part }));
    setProblems((present) =>
      // Another parameter has another value.
      Object.fromEntries(
        Object.entries(present).filter(([field]) => !(field in part || (field === "value" && "parameter" in part))),
      ),
    );
    if (submit.error) submit.reset();
  }

  function onSubmit() {
    if (sending) return;
    const { input, problems: found } = readProposal(draft, window.location.origin);
    if (found) return setProblems(found);
    setProblems({});
    submit.mutate(input);
  }

  return (
    <CheckedForm className={classes.form} onSubmit={onSubmit} aria-label="New proposal">
      {stored.restored && !isBlankProposal(draft) && (
        <DraftNotice text="Your draft was kept." action="Discard it" onDiscard={stored.clear} />
      )}
      <TypeField value={draft.type} onChange={(type) => change({ type })} parameters={parameters} staked={staked} />
      <OwnStake needed={parameters?.[PROPOSAL_STAKES[draft.type]] ?? null} staked={staked} />
      {draft.type === "PARAMETER" && (
        <ParameterFields
          parameter={draft.parameter}
          value={draft.value}
          onChange={change}
          problems={problems}
          parameters={parameters}
        />
      )}
      <TextInput
        label="Title"
        maxLength={MOST.title}
        required
        withAsterisk={false}
        dir="auto"
        value={draft.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={problems.title}
      />
      <MarkdownEditor
        label="Proposal"
        placeholder="What should be done, why, and what it costs."
        maxLength={MOST.text}
        minRows={10}
        value={draft.text}
        onChange={(text) => change({ text })}
        error={problems.text}
      />
      <TextInput
        label="Discussion"
        description="Where it's discussed: a post here, or any https address. Optional."
        placeholder="/posts/1024"
        autoComplete="off"
        spellCheck={false}
        maxLength={MOST.discussion}
        value={draft.discussion}
        onChange={(event) => change({ discussion: event.currentTarget.value })}
        error={problems.discussion}
      />
      <FormError
        message={submit.error && !atFields ? serverText(submit.error, "Failed to submit the proposal") : null}
        hint={submit.error && !atFields ? hintOf(submit.error) : null}
      />
      <div className={classes.foot}>
        <SubmitButton pending={sending} pendingText="Submitting...">
          Submit proposal
        </SubmitButton>
        <p className={classes.says}>
          Voting lasts {PROPOSALS.votingDays} days. You can have {PROPOSALS.open} open proposals at a time.
        </p>
      </div>
    </CheckedForm>
  );
}

/** The member's stake against what the chosen type requires. */
function OwnStake({ needed, staked }: { needed: bigint | null; staked: bigint | null }) {
  if (staked === null || needed === null) return null;
  const short = staked < needed;
  return (
    <p className={classes.stake} data-short={short || undefined} role="status">
      You have staked <Amount value={staked} fixed plain />.{" "}
      {short ? (
        <>
          This kind needs <Amount value={needed - staked} fixed plain /> more.{" "}
          <Link to="/governance">Stake it first</Link>.
        </>
      ) : (
        "That is enough for this kind. Submitting locks nothing."
      )}
    </p>
  );
}
