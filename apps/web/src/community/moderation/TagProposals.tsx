import { type StaffTagProposal, TAG_PROPOSALS } from "@bbux/contract";
import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Pager } from "../../components/Pager.tsx";
import { PastLastPage } from "../../components/PastLastPage.tsx";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { useRoleCheck } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { ApproveTagDialog } from "./ApproveTagDialog.tsx";
import { CasesSkeleton } from "./CasesSkeleton.tsx";
import type { ModerationSearch, OnModerationSearch } from "./moderation.search.ts";
import { QueueLine } from "./QueueLine.tsx";
import { successor } from "./queue.ts";
import { StatusSwitch } from "./StatusSwitch.tsx";
import { TagProposalCase } from "./TagProposalCase.tsx";
import { focusAfter, useQueueKeys } from "./useQueueKeys.ts";

interface TagProposalsProps {
  readonly search: ModerationSearch;
  readonly onSearch: OnModerationSearch;
}

interface Chosen {
  readonly proposal: StaffTagProposal;
  readonly decision: "approve" | "decline";
  readonly next: string | null;
}

/** Tags that members proposed, for staff to approve or decline. */
export function TagProposals(props: TagProposalsProps) {
  const utils = trpc.useUtils();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [opened, setOpened] = useState(false);
  const refetch = async () => {
    void utils.tags.invalidate();
    void utils.admin.invalidate();
    await Promise.all([utils.tagProposals.invalidate(), utils.moderation.counts.invalidate()]);
  };
  const approve = trpc.tagProposals.approve.useMutation({ onSuccess: refetch });
  const decline = trpc.tagProposals.decline.useMutation({ onSuccess: refetch });
  const dialog = chosen && {
    opened,
    onClose: () => setOpened(false),
    onExited: () => {
      focusAfter([chosen.proposal.id, chosen.next]);
      setChosen(null);
    },
  };
  return (
    <>
      <List
        {...props}
        onDecide={(choice) => {
          setChosen(choice);
          setOpened(true);
        }}
      />
      {dialog && chosen.decision === "approve" && (
        <ApproveTagDialog
          {...dialog}
          proposal={chosen.proposal}
          call={approve}
          onSubmit={(tag) =>
            approve.mutate(
              { id: chosen.proposal.id, ...tag },
              {
                onSuccess: ({ proposal }) => {
                  notifySuccess(`“${proposal.tag ?? proposal.name}” is a tag now`);
                  setOpened(false);
                },
              },
            )
          }
        />
      )}
      {dialog && chosen.decision === "decline" && (
        <ReasonDialog
          {...dialog}
          title={`Decline “${chosen.proposal.name}”?`}
          consequences={[
            `${chosen.proposal.proposer.username} gets a notification with what you write below, and can propose the tag again.`,
          ]}
          label="Why, as the member will read it"
          missing="Please say why"
          max={TAG_PROPOSALS.note}
          submit="Decline it"
          danger
          call={decline}
          fallback="We couldn't decline the proposal"
          onSubmit={(reason) =>
            decline.mutate(
              { id: chosen.proposal.id, reason },
              {
                onSuccess: () => {
                  notifySuccess("Declined");
                  setOpened(false);
                },
              },
            )
          }
        />
      )}
    </>
  );
}

function List({ search, onSearch, onDecide }: TagProposalsProps & { onDecide: (choice: Chosen) => void }) {
  const status = search.status ?? "open";
  const list = trpc.tagProposals.list.useQuery(
    { status, page: search.page ?? 1 },
    { placeholderData: keepPreviousData, refetchInterval: 30_000 },
  );
  useRoleCheck(list.error);
  const proposals = list.data?.proposals ?? [];
  const keys = proposals.map(({ id }) => id);
  useQueueKeys(keys);
  const total = list.data?.pagination.total ?? 0;
  return (
    <>
      <QueueLine
        isEmpty={total === 0}
        cases={keys.length}
        action={
          <StatusSwitch label="Which proposed tags" status={status} onChange={(next) => onSearch({ status: next })} />
        }
      >
        {list.data &&
          (status === "open" && total === 0 ? "All caught up" : plural(total, ["# proposed tag", "# proposed tags"]))}
      </QueueLine>
      {list.error && (
        <ErrorBox
          error={list.error}
          fallback="We couldn't load the proposed tags"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {!list.data && !list.error && <CasesSkeleton label="Loading proposed tags" />}
      {list.data && total === 0 && (
        <EmptyState
          title={status === "open" ? "All caught up" : "No proposed tag has been decided yet"}
          action={
            status === "decided" && (
              <Button variant="default" onClick={() => onSearch({ status: undefined })}>
                See waiting ones
              </Button>
            )
          }
        >
          {status === "open"
            ? "Tags that members propose appear here."
            : "Tags that are approved or declined move here."}
        </EmptyState>
      )}
      {list.data && total > 0 && keys.length === 0 && <PastLastPage onFirst={() => onSearch({})} />}
      {proposals.map((proposal) => (
        <TagProposalCase
          key={proposal.id}
          proposal={proposal}
          onDecide={(decision) => onDecide({ proposal, decision, next: successor(keys, proposal.id) })}
        />
      ))}
      {list.data && <Pager page={list.data.pagination.page} pages={list.data.pagination.pages} />}
    </>
  );
}
