import type { FlagCase } from "@bbux/contract";
import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Pager } from "../../components/Pager.tsx";
import { PastLastPage } from "../../components/PastLastPage.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { useRoleCheck } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { ActionDialog } from "./ActionDialog.tsx";
import type { Act } from "./actions.ts";
import { CaseItem, keyOf, openFlags } from "./CaseItem.tsx";
import { CasesSkeleton } from "./CasesSkeleton.tsx";
import type { ModerationSearch, OnModerationSearch } from "./moderation.search.ts";
import { QueueLine } from "./QueueLine.tsx";
import { successor } from "./queue.ts";
import { useJudge } from "./useModeration.ts";
import { focusAfter, useQueueKeys } from "./useQueueKeys.ts";

interface FlagQueueProps {
  readonly status: "open" | "decided";
  readonly search: ModerationSearch;
  readonly onSearch: OnModerationSearch;
}

interface Chosen {
  readonly act: Act;
  readonly item: FlagCase;
  /** The case that takes its place when it leaves the queue. */
  readonly next: string | null;
}

/** The queue of flagged items, one case each. A decided case leaves the queue, and the next one takes the focus. */
export function FlagQueue(props: FlagQueueProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <List
        {...props}
        onAct={(choice) => {
          setChosen(choice);
          setOpened(true);
        }}
      />
      {chosen && (
        <ActionDialog
          act={chosen.act}
          target={chosen.item.target}
          open={openFlags(chosen.item)}
          opened={opened}
          onClose={() => setOpened(false)}
          onExited={() => {
            focusAfter([keyOf(chosen.item.target), chosen.next]);
            setChosen(null);
          }}
        />
      )}
    </>
  );
}

function List({ status, search, onSearch, onAct }: FlagQueueProps & { onAct: (choice: Chosen) => void }) {
  const judge = useJudge();
  const queue = trpc.moderation.queue.useQuery(
    { status, page: search.page ?? 1 },
    { placeholderData: keepPreviousData, refetchInterval: 30_000 },
  );
  useRoleCheck(queue.error);
  const keys = queue.data?.cases.map(({ target }) => keyOf(target)) ?? [];
  useQueueKeys(keys);
  const failed = queue.error && (
    <ErrorBox
      error={queue.error}
      fallback="We couldn't load the flags"
      onRetry={() => void queue.refetch()}
      retrying={queue.isFetching}
    />
  );
  if (failed && (!queue.data || queue.isPlaceholderData)) return failed;
  if (!queue.data) return <CasesSkeleton label="Loading flags" />;
  const { cases, pagination } = queue.data;
  return (
    <>
      {failed}
      <QueueLine isEmpty={pagination.total === 0} cases={cases.length}>
        {howMany(status, pagination.total)}
      </QueueLine>
      {cases.length === 0 && pagination.total > 0 && <PastLastPage onFirst={() => onSearch({})} />}
      {pagination.total === 0 && <Nothing status={status} onSearch={onSearch} />}
      {cases.map((item) => {
        const key = keyOf(item.target);
        return (
          <CaseItem
            key={key}
            item={item}
            judge={judge}
            onAct={(act) => onAct({ act, item, next: successor(keys, key) })}
          />
        );
      })}
      <Pager page={pagination.page} pages={pagination.pages} />
    </>
  );
}

function howMany(status: "open" | "decided", total: number): string {
  if (status === "decided")
    return plural(total, ["# case decided, the latest first", "# cases decided, the latest first"]);
  return total === 0 ? "All caught up" : plural(total, ["# case to decide", "# cases to decide"]);
}

function Nothing({ status, onSearch }: Pick<FlagQueueProps, "status" | "onSearch">) {
  return status === "open" ? (
    <EmptyState
      title="All caught up"
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/reviews" {...props} />}>
          Review newcomers
        </Button>
      }
    >
      No flags are open. Content that members flag appears here.
    </EmptyState>
  ) : (
    <EmptyState
      title="Nothing has been decided yet"
      action={
        <Button variant="default" onClick={() => onSearch({ tab: undefined })}>
          See open flags
        </Button>
      }
    >
      Flags that you or others uphold or dismiss move here.
    </EmptyState>
  );
}
