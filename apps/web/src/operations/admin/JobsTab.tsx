import type { JobQueue } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useState } from "react";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { FormError } from "../../components/FormError.tsx";
import { RowsSkeleton } from "../../components/RowsSkeleton.tsx";
import { Cell, Table } from "../../components/Table.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { numberText } from "../../lib/locale.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Admin.module.css";
import { Count } from "./Count.tsx";
import { cronText } from "./cron.ts";
import { jobLabel } from "./jobLabels.ts";

const COLUMNS = [
  { label: "Job" },
  { label: "Waiting", figure: true },
  { label: "Active", figure: true },
  { label: "Failed", figure: true },
  { label: "Last run" },
  { label: "Action", quiet: true },
];

/** Background jobs: schedule, state, failures, and a button to run one now. */
export function JobsTab() {
  const utils = trpc.useUtils();
  const jobs = trpc.admin.jobs.useQuery(undefined, { refetchInterval: 5_000 });
  const run = trpc.admin.runJob.useMutation({
    onSuccess: (_done, { name }) => {
      notifySuccess(`${jobLabel(name)}: started`);
      void utils.admin.audit.invalidate();
    },
    onSettled: () => utils.admin.jobs.invalidate(),
  });
  const { queues = [] } = jobs.data ?? {};
  const failed = queues.filter((queue) => queue.failed > 0).length;
  return (
    <>
      {jobs.error && (
        <ErrorBox
          error={jobs.error}
          fallback={jobs.data ? "We couldn't refresh the jobs" : "We couldn't load the jobs"}
          onRetry={() => void jobs.refetch()}
          retrying={jobs.isFetching}
        />
      )}
      {jobs.isPending && <RowsSkeleton label="Loading jobs" />}
      <FormError
        message={run.error ? messageOf(run.error, "The job could not be started") : null}
        hint={run.error ? hintOf(run.error) : null}
      />
      {jobs.data && (
        <>
          <p className={classes.count} role="status">
            {failed === 0 ? "No recent failures" : plural(failed, ["# job with failures", "# jobs with failures"])}
          </p>
          <Table label="Jobs" columns={COLUMNS} dense>
            {byFailures(queues).map((queue) => (
              <QueueRow
                key={queue.name}
                queue={queue}
                starting={run.isPending && run.variables.name === queue.name}
                onRun={() => run.mutate({ name: queue.name })}
              />
            ))}
          </Table>
        </>
      )}
    </>
  );
}

/** Jobs that failed come first. */
function byFailures(queues: readonly JobQueue[]): JobQueue[] {
  return queues.toSorted((one, other) => Math.sign(other.failed) - Math.sign(one.failed));
}

interface QueueRowProps {
  readonly queue: JobQueue;
  readonly starting: boolean;
  readonly onRun: () => void;
}

function QueueRow({ queue, starting, onRun }: QueueRowProps) {
  const { name, schedule, waiting, active, failed, lastCompletedAt, failures } = queue;
  const [open, setOpen] = useState(false);
  const id = `failures-${name}`;
  const label = jobLabel(name);
  return (
    <>
      <tr>
        <Cell head>
          {label}
          <div className={classes.facts}>
            <span className={classes.code}>{name}</span> · {schedule ? cronText(schedule) : "on demand"}
          </div>
        </Cell>
        <Cell label="Waiting" figure>
          <Count value={waiting} />
        </Cell>
        <Cell label="Active" figure>
          <Count value={active} />
        </Cell>
        <Cell label="Failed" figure>
          {failures.length > 0 ? (
            <button
              type="button"
              className={classes.failed}
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              aria-label={`${failed} failed in ${label}: show the latest`}
              onClick={() => setOpen(!open)}
            >
              {numberText(failed)}
            </button>
          ) : (
            <Count value={failed} />
          )}
        </Cell>
        <Cell label="Last run">
          {lastCompletedAt ? <TimeAgo at={lastCompletedAt} /> : <span className={classes.muted}>Not yet</span>}
        </Cell>
        <Cell figure>
          {schedule !== null && (
            <Button size="xs" variant="default" loading={starting} onClick={onRun} aria-label={`Run now: ${label}`}>
              Run now
            </Button>
          )}
        </Cell>
      </tr>
      {open && (
        <tr id={id} className={classes.failures}>
          <td colSpan={COLUMNS.length}>
            <ul>
              {failures.map((failure) => (
                <li key={failure.id}>
                  <TimeAgo at={failure.at} />
                  <p className={classes.code}>{failure.message}</p>
                </li>
              ))}
            </ul>
          </td>
        </tr>
      )}
    </>
  );
}
