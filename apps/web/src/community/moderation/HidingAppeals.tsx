import { MODERATION } from "@bbux/contract";
import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Pager } from "../../components/Pager.tsx";
import { PastLastPage } from "../../components/PastLastPage.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { useRoleCheck } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { CasesSkeleton } from "./CasesSkeleton.tsx";
import { DecisionDialog } from "./DecisionDialog.tsx";
import { type Appeal, HidingAppeal } from "./HidingAppeal.tsx";
import type { ModerationSearch, OnModerationSearch } from "./moderation.search.ts";
import { QueueLine } from "./QueueLine.tsx";
import { successor } from "./queue.ts";
import { StatusSwitch } from "./StatusSwitch.tsx";
import { focusAfter, useQueueKeys } from "./useQueueKeys.ts";

interface HidingAppealsProps {
  readonly search: ModerationSearch;
  readonly onSearch: OnModerationSearch;
}

interface Chosen {
  readonly appeal: Appeal;
  readonly decision: "grant" | "deny";
  readonly next: string | null;
}

/** Appeals of members against the hiding of their content. */
export function HidingAppeals(props: HidingAppealsProps) {
  const utils = trpc.useUtils();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [opened, setOpened] = useState(false);
  const decide = trpc.moderation.decideAppeal.useMutation({
    onSuccess: async () => {
      void utils.posts.invalidate();
      await utils.moderation.invalidate();
    },
  });
  return (
    <>
      <List
        {...props}
        onDecide={(choice) => {
          setChosen(choice);
          setOpened(true);
        }}
      />
      {chosen && (
        <DecisionDialog
          opened={opened}
          onClose={() => setOpened(false)}
          onExited={() => {
            focusAfter([chosen.appeal.item.id, chosen.next]);
            setChosen(null);
          }}
          decision={chosen.decision}
          {...words(chosen)}
          max={MODERATION.note}
          call={decide}
          onSubmit={(note) =>
            decide.mutate(
              { id: chosen.appeal.item.id, decision: chosen.decision, note },
              {
                onSuccess: () => {
                  notifySuccess(chosen.decision === "grant" ? "Restored" : "It stays hidden");
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

function words({ appeal, decision }: Chosen) {
  const who = appeal.target.authorUsername;
  return decision === "grant"
    ? {
        title: "Grant this appeal?",
        consequences: [
          "It is restored: everyone can see it again.",
          `${who} gets back the points that it cost, and a notification with what you write below.`,
        ],
        submit: "Restore it",
      }
    : {
        title: "Deny this appeal?",
        consequences: [
          "It stays hidden, and can't be appealed again.",
          `${who} gets a notification with what you write below.`,
        ],
        submit: "Keep it hidden",
      };
}

function List({ search, onSearch, onDecide }: HidingAppealsProps & { onDecide: (choice: Chosen) => void }) {
  const status = search.status ?? "open";
  const list = trpc.moderation.appeals.useQuery(
    { status, page: search.page ?? 1 },
    { placeholderData: keepPreviousData, refetchInterval: 30_000 },
  );
  useRoleCheck(list.error);
  const keys = list.data?.appeals.map(({ item }) => item.id) ?? [];
  useQueueKeys(keys);
  const failed = list.error && (
    <ErrorBox
      error={list.error}
      fallback="We couldn't load the appeals"
      onRetry={() => void list.refetch()}
      retrying={list.isFetching}
    />
  );
  const total = list.data?.pagination.total ?? 0;
  return (
    <>
      <QueueLine
        isEmpty={total === 0}
        cases={keys.length}
        action={<StatusSwitch label="Which appeals" status={status} onChange={(next) => onSearch({ status: next })} />}
      >
        {list.data && (status === "open" && total === 0 ? "All caught up" : plural(total, ["# appeal", "# appeals"]))}
      </QueueLine>
      {failed}
      {!list.data && !failed && <CasesSkeleton label="Loading appeals" />}
      {list.data && total === 0 && (
        <EmptyState
          title={status === "open" ? "All caught up" : "No appeal has been decided yet"}
          action={
            <Button
              variant="default"
              onClick={() => onSearch(status === "open" ? { tab: undefined } : { status: undefined })}
            >
              {status === "open" ? "See open flags" : "See open appeals"}
            </Button>
          }
        >
          {status === "open"
            ? "No appeals are open. When an author appeals against hidden content, another moderator decides here."
            : "Appeals that are granted or denied move here."}
        </EmptyState>
      )}
      {list.data && total > 0 && keys.length === 0 && <PastLastPage onFirst={() => onSearch({})} />}
      {list.data?.appeals.map((appeal) => (
        <HidingAppeal
          key={appeal.item.id}
          appeal={appeal}
          onDecide={(decision) => onDecide({ appeal, decision, next: successor(keys, appeal.item.id) })}
        />
      ))}
      {list.data && <Pager page={list.data.pagination.page} pages={list.data.pagination.pages} />}
    </>
  );
}
