import { Button, NativeSelect } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Pager } from "../../components/Pager.tsx";
import { PastLastPage } from "../../components/PastLastPage.tsx";
import { RowsSkeleton } from "../../components/RowsSkeleton.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { byDay, dayName } from "../../lib/days.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Admin.module.css";
import { AuditRow } from "./AuditRow.tsx";
import type { AdminTabProps } from "./admin.search.ts";
import { auditInput } from "./admin.search.ts";
import { AUDIT_LABELS } from "./auditLabels.ts";

/** Every action of moderators, admins and the operator, latest first (docs/DECISIONS.md §2). */
export function AuditTab({ search, onSearch }: AdminTabProps) {
  const list = trpc.admin.audit.useQuery(auditInput(search), { placeholderData: keepPreviousData });
  const { entries = [], pagination } = list.data ?? {};
  const now = useNow();
  const narrowed = Boolean(search.action || search.actor || search.subject);
  return (
    <>
      <AuditTools search={search} onSearch={onSearch} />
      {list.error && (
        <ErrorBox
          error={list.error}
          fallback="We couldn't load the audit log"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isPending && <RowsSkeleton label="Loading the audit log" />}
      {pagination && !(list.error && list.isPlaceholderData) && (
        <>
          <p className={classes.count} role="status">
            {plural(pagination.total, ["# entry", "# entries"])}
          </p>
          {pagination.total === 0 && (
            <EmptyState
              title={narrowed ? "Nothing matches these filters" : "Nothing has been done yet"}
              action={
                narrowed && (
                  <Button
                    variant="default"
                    onClick={() => onSearch({ action: undefined, actor: undefined, subject: undefined })}
                  >
                    Clear all filters
                  </Button>
                )
              }
            />
          )}
          {pagination.total > 0 && entries.length === 0 && <PastLastPage onFirst={() => onSearch({})} />}
          <ol className={classes.list} data-stale={list.isPlaceholderData || undefined}>
            {byDay(entries).map((day) =>
              day.map((entry, place) => (
                <AuditRow
                  key={entry.id}
                  entry={entry}
                  day={place === 0 ? dayName(entry.createdAt, now) : undefined}
                  ofDay
                />
              )),
            )}
          </ol>
          <Pager page={pagination.page} pages={pagination.pages} />
        </>
      )}
    </>
  );
}

function AuditTools({ search, onSearch }: AdminTabProps) {
  return (
    <div className={classes.tools}>
      <NativeSelect
        aria-label="What was done"
        data={[
          { value: "", label: "All actions" },
          ...Object.entries(AUDIT_LABELS).map(([value, label]) => ({ value, label })),
        ]}
        value={search.action ?? ""}
        onChange={(event) => onSearch({ action: event.currentTarget.value || undefined })}
      />
      <SearchField
        label="Done by"
        placeholder="Done by (username)"
        max={64}
        value={search.actor ?? ""}
        onChange={(text) => onSearch({ actor: text || undefined }, { replace: true })}
      />
      <SearchField
        label="Concerning"
        placeholder="Concerning (username)"
        max={64}
        value={search.subject ?? ""}
        onChange={(text) => onSearch({ subject: text || undefined }, { replace: true })}
      />
    </div>
  );
}
