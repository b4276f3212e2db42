import type { AdminUser } from "@bbux/contract";
import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Pager } from "../../components/Pager.tsx";
import { PastLastPage } from "../../components/PastLastPage.tsx";
import { RowsSkeleton } from "../../components/RowsSkeleton.tsx";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { Cell, type Column, Table } from "../../components/Table.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { decimalText, numberText } from "../../lib/locale.ts";
import { useRoleCheck } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Admin.module.css";
import type { AdminTabProps } from "./admin.search.ts";
import { type AdminSearch, type MemberSort, membersInput, type OnAdminSearch } from "./admin.search.ts";
import { Count } from "./Count.tsx";
import { EndSessions } from "./EndSessions.tsx";
import { MemberTools } from "./MemberTools.tsx";
import { RoleSelect } from "./RoleSelect.tsx";

/** All members, with a role selector for each. */
export function MembersTab({ search, onSearch }: AdminTabProps) {
  const list = trpc.admin.users.useQuery(membersInput(search), { placeholderData: keepPreviousData });
  useRoleCheck(list.error);
  const failed = list.error && (
    <ErrorBox
      error={list.error}
      fallback="Failed to fetch users"
      always
      onRetry={() => void list.refetch()}
      retrying={list.isFetching}
    />
  );
  const { users = [], pagination } = list.data ?? {};
  const narrowed = Boolean(search.search || search.role || search.suspended);
  return (
    <>
      <MemberTools search={search} onSearch={onSearch} />
      {failed}
      {list.isPending && <RowsSkeleton label="Loading members" />}
      {pagination && !(failed && list.isPlaceholderData) && (
        <>
          <p className={classes.count} role="status">
            {narrowed
              ? plural(pagination.total, ["# member found", "# members found"])
              : plural(pagination.total, ["# member", "# members"])}
          </p>
          {pagination.total === 0 && (
            <EmptyState
              title="No one matches this search"
              action={
                <Button
                  variant="default"
                  onClick={() => onSearch({ search: undefined, role: undefined, suspended: undefined })}
                >
                  Clear all filters
                </Button>
              }
            />
          )}
          {pagination.total > 0 && users.length === 0 && <PastLastPage onFirst={() => onSearch({})} />}
          {users.length > 0 && (
            <Table label="Members" columns={columnsOf(search.sort, onSearch)} dense stale={list.isPlaceholderData}>
              {users.map((user) => (
                <MemberRow key={user.id} user={user} />
              ))}
            </Table>
          )}
          <Pager page={pagination.page} pages={pagination.pages} />
        </>
      )}
    </>
  );
}

function columnsOf(sort: AdminSearch["sort"], onSearch: OnAdminSearch): Column[] {
  const by = (wanted: MemberSort) => () => onSearch({ sort: wanted === "newest" ? undefined : wanted });
  const present = sort ?? "newest";
  return [
    {
      label: "Member",
      sort: { now: present === "username" ? "ascending" : undefined, onSort: by("username") },
    },
    {
      label: "Reputation",
      figure: true,
      sort: { now: present === "reputation" ? "descending" : undefined, onSort: by("reputation") },
    },
    {
      label: "Integrity",
      figure: true,
      sort: { now: present === "integrity" ? "descending" : undefined, onSort: by("integrity") },
    },
    { label: "Posts", figure: true, minor: true },
    { label: "Answers", figure: true, minor: true },
    {
      label: "Joined",
      sort: {
        now: present === "newest" ? "descending" : present === "oldest" ? "ascending" : undefined,
        onSort: by(present === "newest" ? "oldest" : "newest"),
      },
    },
    { label: "Last here" },
    { label: "Role" },
  ];
}

function MemberRow({ user }: { user: AdminUser }) {
  const { username, email, reputationPoints, integrityScore, postCount, answerCount, createdAt, lastSeenAt } = user;
  return (
    <tr>
      <Cell head>
        <Link to="/users/$username" params={{ username }}>
          {username}
        </Link>
        {user.suspendedAt && (
          <span title={user.suspensionReason ?? undefined}>
            {" "}
            <StatusBadge label="Suspended" tone="bad" inTable />
          </span>
        )}
        {email && <div className={classes.facts}>{email}</div>}
      </Cell>
      <Cell label="Reputation" figure>
        {numberText(reputationPoints)}
      </Cell>
      <Cell label="Integrity" figure>
        {decimalText(integrityScore.toFixed(1))}
      </Cell>
      <Cell label="Posts" figure minor>
        <Count value={postCount} />
      </Cell>
      <Cell label="Answers" figure minor>
        <Count value={answerCount} />
      </Cell>
      <Cell label="Joined">
        <TimeAgo at={createdAt} />
      </Cell>
      <Cell label="Last here">
        {lastSeenAt ? <TimeAgo at={lastSeenAt} /> : <span className={classes.muted}>Not known</span>}
      </Cell>
      <Cell label="Role">
        <div className={classes.acts}>
          <RoleSelect user={user} />
          <EndSessions user={user} />
        </div>
      </Cell>
    </tr>
  );
}
