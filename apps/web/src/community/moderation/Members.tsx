import { MODERATION, type ModeratedMember, staffFreezeProblem, suspensionProblem } from "@bbux/contract";
import { Button, Checkbox, Switch } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Pager } from "../../components/Pager.tsx";
import { PastLastPage } from "../../components/PastLastPage.tsx";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { RowsSkeleton } from "../../components/RowsSkeleton.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { Cell, Table } from "../../components/Table.tsx";
import { exactTime, plural } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { numberText } from "../../lib/locale.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { useRoleCheck } from "../../lib/session.ts";
import { timeText } from "../../lib/time.ts";
import { trpc } from "../../lib/trpc.ts";
import { suspended as points, suspension } from "./actions.ts";
import { FraudDialog } from "./FraudDialog.tsx";
import { FreezeDialog } from "./FreezeDialog.tsx";
import classes from "./Moderation.module.css";
import type { ModerationSearch, OnModerationSearch } from "./moderation.search.ts";
import { QueueLine } from "./QueueLine.tsx";
import { STAFF } from "./staffWords.ts";
import { useJudge } from "./useModeration.ts";
import { focusAfter } from "./useQueueKeys.ts";
import { VotingFraudBox } from "./VotingFraudBox.tsx";

interface MembersProps {
  readonly search: ModerationSearch;
  readonly onSearch: OnModerationSearch;
}

const COLUMNS = [
  { label: "Member" },
  { label: "Reputation", figure: true },
  { label: "Flags" },
  { label: "Status" },
  { label: "Action", quiet: true },
];

type Decision = "suspension" | "fraud" | "freeze" | "unfreeze";

/** Lists members by name, to suspend them, to freeze their withdrawals, or to end either. */
export function Members({ search, onSearch }: MembersProps) {
  const [chosen, setChosen] = useState<{ member: ModeratedMember; decision: Decision } | null>(null);
  const [opened, setOpened] = useState(false);
  const list = trpc.moderation.members.useQuery(
    {
      page: search.page ?? 1,
      ...(search.search && { search: search.search }),
      ...(search.suspended && { suspended: true }),
    },
    { placeholderData: keepPreviousData },
  );
  useRoleCheck(list.error);
  const { members = [], pagination } = list.data ?? {};
  const Dialog = chosen && DIALOGS[chosen.decision];
  return (
    <>
      <div className={classes.tools}>
        <SearchField
          label="Find a member"
          placeholder="Part of a username"
          max={64}
          value={search.search ?? ""}
          onChange={(text) => onSearch({ search: text || undefined }, { replace: true })}
        />
        <Switch
          label="Suspended only"
          checked={search.suspended ?? false}
          onChange={(event) => onSearch({ suspended: event.currentTarget.checked || undefined })}
        />
      </div>
      {list.error && (
        <ErrorBox
          error={list.error}
          fallback="Failed to load members"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isPending && <RowsSkeleton label="Loading members" />}
      {pagination && (
        <QueueLine isEmpty={pagination.total === 0}>{plural(pagination.total, ["# member", "# members"])}</QueueLine>
      )}
      {pagination?.total === 0 && (
        <EmptyState
          title={search.suspended ? "No one is suspended" : "No member has that name"}
          action={
            <Button variant="default" onClick={() => onSearch({ search: undefined, suspended: undefined })}>
              Show all members
            </Button>
          }
        />
      )}
      {pagination && pagination.total > 0 && members.length === 0 && <PastLastPage onFirst={() => onSearch({})} />}
      {members.length > 0 && (
        <Table label="Members" columns={COLUMNS} stale={list.isPlaceholderData}>
          {members.map((member) => (
            <Row
              key={member.id}
              member={member}
              onChoose={(decision) => {
                setChosen({ member, decision });
                setOpened(true);
              }}
            />
          ))}
        </Table>
      )}
      {pagination && <Pager page={pagination.page} pages={pagination.pages} />}
      {chosen && Dialog && (
        <Dialog
          member={chosen.member}
          ends={chosen.decision === "unfreeze"}
          opened={opened}
          onClose={() => setOpened(false)}
          onExited={() => {
            // A member who no longer matches the filter has left the list.
            if (!document.getElementById(`member-${chosen.member.id}`)) focusAfter([]);
            setChosen(null);
          }}
        />
      )}
    </>
  );
}

function Row({ member, onChoose }: { member: ModeratedMember; onChoose: (decision: Decision) => void }) {
  const judge = useJudge();
  const { id, username, role, reputationPoints, createdAt, suspendedAt, suspensionReason } = member;
  const freeze = member.withdrawalFreeze;
  const suspends = suspensionProblem(judge, member) === null;
  const freezes = staffFreezeProblem(judge, member) === null && (judge.role === "admin" || !freeze?.byAdmin);
  return (
    <tr>
      <Cell head>
        <Link to="/users/$username" params={{ username }}>
          {username}
        </Link>
        <div className={classes.facts}>
          {role === "user" ? (
            <TimeAgo at={createdAt} text={(time) => `joined ${time}`} />
          ) : (
            <TimeAgo at={createdAt} text={(time) => `${STAFF[role] ?? role}, joined ${time}`} />
          )}
        </div>
      </Cell>
      <Cell label="Reputation" figure>
        {numberText(reputationPoints)}
      </Cell>
      <Cell label="Flags">
        <Flags open={member.openFlags} upheld={member.upheldFlags} />
      </Cell>
      <Cell label="Status">
        {!suspendedAt && !freeze && <span className={classes.own}>No restrictions</span>}
        {suspendedAt && (
          <>
            <StatusBadge label="Suspended" tone="bad" inTable /> <TimeAgo at={suspendedAt} />
            {member.votingFraud && <div className={classes.facts}>For voting fraud</div>}
            {suspensionReason && <div className={classes.facts}>{suspensionReason}</div>}
          </>
        )}
        {freeze && (
          <div>
            <StatusBadge label="Withdrawals frozen" tone="waiting" inTable />{" "}
            <time dateTime={freeze.until} title={exactTime(freeze.until)}>
              until {timeText(freeze.until, "date")}
            </time>
            <div className={classes.facts}>{freeze.reason}</div>
          </div>
        )}
      </Cell>
      <Cell figure>
        <div className={classes.acts}>
          {suspends && (
            <Button
              id={`member-${id}`}
              size="xs"
              variant="default"
              onClick={() => onChoose("suspension")}
              aria-label={suspendedAt ? `Unsuspend ${username}` : `Suspend ${username}`}
            >
              {suspendedAt ? "Unsuspend" : "Suspend"}
            </Button>
          )}
          {suspends && suspendedAt && !member.votingFraud && (
            <Button
              size="xs"
              variant="default"
              onClick={() => onChoose("fraud")}
              aria-label={`Report voting fraud by ${username}`}
            >
              Voting fraud
            </Button>
          )}
          {freezes && (
            <Button
              size="xs"
              variant="default"
              onClick={() => onChoose("freeze")}
              aria-label={freeze ? `Change the freeze of ${username}` : `Freeze withdrawals of ${username}`}
            >
              {freeze ? "Change freeze" : "Freeze withdrawals"}
            </Button>
          )}
          {freezes && freeze && (
            <Button
              size="xs"
              variant="default"
              onClick={() => onChoose("unfreeze")}
              aria-label={`Unfreeze withdrawals of ${username}`}
            >
              Unfreeze
            </Button>
          )}
          {!suspends && !freezes && (
            <span className={classes.own}>{judge.id === id ? "This is you" : "Only an admin can"}</span>
          )}
        </div>
      </Cell>
    </tr>
  );
}

function Flags({ open, upheld }: { open: number; upheld: number }) {
  if (open === 0 && upheld === 0) return <span className={classes.own}>None</span>;
  return [open > 0 && `${numberText(open)} open`, upheld > 0 && `${numberText(upheld)} upheld`]
    .filter((part) => part !== false)
    .join(", ");
}

interface SuspensionDialogProps {
  readonly member: ModeratedMember;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onExited: () => void;
}

/** Suspends a member or ends a suspension; ending one that was wrong restores the points. */
function SuspensionDialog({ member, opened, onClose, onExited }: SuspensionDialogProps) {
  const utils = trpc.useUtils();
  const [overturned, setOverturned] = useState(false);
  const refetch = { onSuccess: () => utils.moderation.invalidate() };
  const suspend = trpc.moderation.suspend.useMutation(refetch);
  const unsuspend = trpc.moderation.unsuspend.useMutation(refetch);
  const [votingFraud, setVotingFraud] = useState(false);
  const { id, username, suspendedAt } = member;
  const ends = suspendedAt !== null;
  const after = (text: string) => ({
    onSuccess: () => {
      notifySuccess(text);
      onClose();
    },
  });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      onExited={onExited}
      title={ends ? `End the suspension of ${username}?` : `Suspend ${username}?`}
      consequences={
        ends
          ? [`${username} can write, vote and post bounties again.`, `${username} gets a notification.`]
          : suspension(username)
      }
      label={ends ? "Reason" : `Reason, as ${username} will read it`}
      max={MODERATION.note}
      missing="Please say why"
      submit={ends ? "Unsuspend" : "Suspend"}
      danger={!ends}
      call={ends ? unsuspend : suspend}
      fallback={ends ? "We couldn't end the suspension" : `${username} could not be suspended`}
      onSubmit={(reason) =>
        ends
          ? unsuspend.mutate({ id, reason, overturned }, after(`${username} is no longer suspended`))
          : suspend.mutate({ id, reason, votingFraud }, after(`${username} is suspended`))
      }
    >
      {ends ? (
        <Checkbox
          label="The suspension was wrong"
          description={
            member.votingFraud
              ? `${username} gets the ${points} points back, and the votes that were voting fraud count again.`
              : `${username} gets the ${points} points back.`
          }
          checked={overturned}
          onChange={(event) => setOverturned(event.currentTarget.checked)}
        />
      ) : (
        <VotingFraudBox username={username} checked={votingFraud} onChange={setVotingFraud} />
      )}
    </ReasonDialog>
  );
}

const DIALOGS = {
  suspension: SuspensionDialog,
  fraud: FraudDialog,
  freeze: FreezeDialog,
  unfreeze: FreezeDialog,
} as const;
