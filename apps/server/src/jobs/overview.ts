import type { Services } from "@bbux/api";
import type { PgBoss } from "pg-boss";
import { z } from "zod";
import { queueRun } from "./define-job.ts";

/** Failures shown per queue. */
const LATEST = 5;
const MESSAGE = 300;

const rows = z.array(
  z.object({
    name: z.string(),
    waiting: z.number(),
    active: z.number(),
    failed: z.number(),
    completed_at: z.date().nullable(),
    failures: z.array(z.object({ id: z.string(), at: z.string(), message: z.string().nullable() })),
  }),
);

/**
 * Reads from pg-boss's tables, per queue: how many jobs wait, run and have failed, and how the latest failures went.
 * Job payloads aren't read; only a failure's message is, without emails and links.
 */
const OVERVIEW = `
  with counts as (
    select name, (count(*) filter (where state in ('created', 'retry')))::int as waiting,
      (count(*) filter (where state = 'active'))::int as active, (count(*) filter (where state = 'failed'))::int as failed,
      max(completed_on) filter (where state = 'completed') as completed_at
    from pgboss.job group by name
  ), faults as (
    select name, id, coalesce(completed_on, started_on, created_on) as at, output ->> 'message' as message,
      row_number() over (partition by name order by coalesce(completed_on, started_on, created_on) desc, id) as place
    from pgboss.job where state in ('failed', 'retry') and output is not null
  )
  select q.name, coalesce(c.waiting, 0) as waiting, coalesce(c.active, 0) as active, coalesce(c.failed, 0) as failed,
    c.completed_at, (
      select coalesce(json_agg(json_build_object('id', f.id, 'message', f.message,
        'at', to_char(f.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by f.place), '[]')
      from faults f where f.name = q.name and f.place <= ${LATEST}
    ) as failures
  from pgboss.queue q left join counts c on c.name = q.name where q.name not like '\\_\\_pgboss%' order by q.name`;

/**
 * Shows admins the jobs and lets them act, over the jobs' own connection, because the app may not read their tables.
 */
export function jobsOverview(boss: PgBoss): Services["jobs"] {
  return {
    async list() {
      const [{ rows: found }, schedules] = await Promise.all([boss.getDb().executeSql(OVERVIEW), boss.getSchedules()]);
      const crons = new Map(schedules.map(({ name, cron }) => [name, cron]));
      return rows.parse(found).map(({ completed_at, failures, ...queue }) => ({
        ...queue,
        schedule: crons.get(queue.name) ?? null,
        lastCompletedAt: completed_at?.toISOString() ?? null,
        failures: failures.map(({ message, ...failure }) => ({ ...failure, message: harmless(message) })),
      }));
    },
    async run(name) {
      const [schedule] = await boss.getSchedules(name);
      if (!schedule) return false;
      // Nothing is queued if a job already waits or runs, because that fulfills the request.
      await queueRun(boss, name);
      return true;
    },
  };
}

/** Removes what could be personal from a message: emails and links. */
function harmless(message: string | null): string {
  return (message ?? "No message")
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, "…@…")
    .replace(/\b\w+:\/\/\S+/g, "…")
    .slice(0, MESSAGE);
}
