import { SHARED_ACCESS, type SharedAccess as Shared, TIES } from "@bbux/contract";
import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment, useState } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Pager } from "../../components/Pager.tsx";
import { PastLastPage } from "../../components/PastLastPage.tsx";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { RowsSkeleton } from "../../components/RowsSkeleton.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { Cell, Table } from "../../components/Table.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { notifySuccess } from "../../lib/notify.ts";
import { useRoleCheck } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Moderation.module.css";
import type { ModerationSearch, OnModerationSearch } from "./moderation.search.ts";
import { QueueLine } from "./QueueLine.tsx";
import { useJudge } from "./useModeration.ts";
import { focusAfter } from "./useQueueKeys.ts";

interface SharedAccessProps {
  readonly search: ModerationSearch;
  readonly onSearch: OnModerationSearch;
}

const COLUMNS = [
  { label: "Shared" },
  { label: "Members" },
  { label: "Votes on money" },
  { label: "Action", quiet: true },
];
const QUESTIONS = {
  network: { mark: "Mark this network as a public place?", unmark: "Remove the public mark from this network?" },
  wallet: { mark: "Mark this wallet as a public place?", unmark: "Remove the public mark from this wallet?" },
};
const KINDS = { network: "Network", device: "Device", wallet: "Wallet" } as const;

/** What several members used lately, so that moderators see who may be one person (docs/adr/0039). */
export function SharedAccess({ search, onSearch }: SharedAccessProps) {
  const [chosen, setChosen] = useState<Shared | null>(null);
  const [opened, setOpened] = useState(false);
  const list = trpc.sharedAccess.list.useQuery(
    { page: search.page ?? 1, ...(search.search && { member: search.search }) },
    { placeholderData: keepPreviousData },
  );
  useRoleCheck(list.error);
  const { shared = [], pagination } = list.data ?? {};
  return (
    <>
      <p className={classes.lead}>
        Networks, devices and wallets that several members used in the last {TIES.days} days. Their votes on a bounty
        count once, unless an admin has marked it as public. Sharing alone proves nothing. It could be a family or an
        office.
      </p>
      <div className={classes.tools}>
        <SearchField
          label="What a member shares"
          placeholder="Whole username"
          max={64}
          value={search.search ?? ""}
          onChange={(text) => onSearch({ search: text || undefined }, { replace: true })}
        />
      </div>
      {list.error && (
        <ErrorBox
          error={list.error}
          fallback="Failed to load shared access"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isPending && <RowsSkeleton label="Loading shared access" />}
      {pagination && (
        <QueueLine isEmpty={pagination.total === 0}>{plural(pagination.total, ["# result", "# results"])}</QueueLine>
      )}
      {pagination?.total === 0 && (
        <EmptyState
          title={search.search ? `${search.search} shares nothing with others` : "No shared access found"}
          action={
            search.search && (
              <Button variant="default" onClick={() => onSearch({ search: undefined })}>
                Show all
              </Button>
            )
          }
        >
          {!search.search && `No network, device or wallet was used by several members in the last ${TIES.days} days.`}
        </EmptyState>
      )}
      {pagination && pagination.total > 0 && shared.length === 0 && <PastLastPage onFirst={() => onSearch({})} />}
      {shared.length > 0 && (
        <Table label="Shared access" columns={COLUMNS} stale={list.isPlaceholderData}>
          {shared.map((one) => (
            <Row
              key={`${one.kind} ${one.trace}`}
              shared={one}
              onMark={() => {
                setChosen(one);
                setOpened(true);
              }}
            />
          ))}
        </Table>
      )}
      {pagination && <Pager page={pagination.page} pages={pagination.pages} />}
      {chosen && (
        <MarkDialog
          shared={chosen}
          opened={opened}
          onClose={() => setOpened(false)}
          onExited={() => {
            focusAfter([]);
            setChosen(null);
          }}
        />
      )}
    </>
  );
}

function Row({ shared, onMark }: { shared: Shared; onMark: () => void }) {
  const { role } = useJudge();
  const { kind, trace, members, memberCount, mark, tiesVotes, lastSeenAt } = shared;
  const name = nameOf(shared);
  return (
    <tr>
      <Cell head>
        <span title={trace}>{name}</span>
        <div className={classes.facts}>
          <TimeAgo at={lastSeenAt} text={(time) => `last used ${time}`} />
        </div>
      </Cell>
      <Cell label="Members">
        {members.map((member, nth) => (
          <Fragment key={member.id}>
            {nth > 0 && ", "}
            <Link to="/users/$username" params={{ username: member.username }}>
              {member.username}
            </Link>
            {member.suspended && <> (suspended)</>}
          </Fragment>
        ))}
        {memberCount > members.length && <> and {memberCount - members.length} more</>}
        <div className={classes.facts}>
          {memberCount === members.length &&
            plural(members.filter(({ isEstablished }) => isEstablished).length, ["# established", "# established"])}
        </div>
      </Cell>
      <Cell label="Votes on money">
        {tiesVotes ? "Count once" : "Count separately"}
        {!tiesVotes && (
          <div className={classes.facts}>
            {mark ? `${mark.by}: ${mark.reason}` : `${TIES.crowd} or more established members share it`}
          </div>
        )}
      </Cell>
      <Cell figure>
        {role === "admin" && kind !== "device" && (
          <Button
            size="xs"
            variant="subtle"
            onClick={onMark}
            aria-label={mark ? `Remove the mark of ${name}` : `Mark ${name} as public`}
          >
            {mark ? "Remove mark" : "Mark as public"}
          </Button>
        )}
      </Cell>
    </tr>
  );
}

interface MarkDialogProps {
  readonly shared: Shared;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onExited: () => void;
}

/** Marks a network or wallet as a public place, or takes the mark away. */
function MarkDialog({ shared, opened, onClose, onExited }: MarkDialogProps) {
  const utils = trpc.useUtils();
  const call = trpc.sharedAccess.mark.useMutation({ onSuccess: () => utils.sharedAccess.invalidate() });
  const { kind, trace, mark } = shared;
  if (kind === "device") return null;
  const marks = mark === null;
  const name = nameOf(shared);
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      onExited={onExited}
      title={marks ? QUESTIONS[kind].mark : QUESTIONS[kind].unmark}
      consequences={
        marks
          ? [
              "Strangers share it, such as the wallet of an exchange or the network of a campus.",
              "Its members' votes count separately in settlements from now on, and in refunds when they vote from now on.",
            ]
          : ["Its members' votes count once in settlements from now on, and in refunds when they vote from now on."]
      }
      label="Reason, for the audit log"
      max={SHARED_ACCESS.reason}
      missing="Please say why"
      submit={marks ? "Mark as public" : "Remove mark"}
      danger={false}
      call={call}
      fallback="We couldn't change the mark"
      onSubmit={(reason) =>
        call.mutate(
          { kind, trace, isPublic: marks, reason },
          {
            onSuccess: () => {
              notifySuccess(marks ? `${name} is marked as public` : `${name} is no longer marked`);
              onClose();
            },
          },
        )
      }
    />
  );
}

/** Short enough to read; the whole is in its tooltip. */
function nameOf({ kind, trace }: Shared): string {
  return kind === "wallet"
    ? `${KINDS[kind]} ${trace.slice(0, 4)}…${trace.slice(-4)}`
    : `${KINDS[kind]} ${trace.slice(0, 6)}`;
}
