import { DAY_MS, type listActivityInput, type listActivityOutput, type ReputationEntry } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { pagination } from "../../platform/queries/index.ts";
import { historyJson } from "./reputation.sql.ts";

type Activity = z.infer<typeof listActivityOutput>;

const CHART_DAYS = 90;

/**
 * Returns a member's reputation history, latest first, and the points of each of the last 90 days, in one round trip.
 */
export async function listActivity(
  db: Kysely<DB>,
  userId: string,
  { page, limit }: z.infer<typeof listActivityInput>,
  now: Date,
): Promise<Activity> {
  const since = new Date(startOfDay(now) - (CHART_DAYS - 1) * DAY_MS);
  const { rows } = await sql<{
    entries: ReputationEntry[];
    total: number;
    points: number;
    days: Record<string, number> | null;
  }>`
    select ${historyJson(userId, limit, (page - 1) * limit)} as entries,
      (select count(*) from reputation_events where user_id = u.id)::int as total,
      u.reputation_points as points,
      (select json_object_agg(day, points) from (
        select to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as day, sum(points)::int as points
        from reputation_events where user_id = u.id and created_at >= ${since} group by 1
      ) as daily) as days
    from users u where u.id = ${userId}`.execute(db);
  const { entries, total, points, days } = rows[0] ?? { entries: [], total: 0, points: 0, days: null };
  return {
    entries,
    pagination: pagination({ page, limit }, total),
    chart: chartOf(points, days ?? {}, now),
  };
}

function startOfDay(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS) * DAY_MS;
}

/** Returns the points at the end of each day, computed backward from the current total. */
export function chartOf(points: number, days: Readonly<Record<string, number>>, now: Date): Activity["chart"] {
  const chart: Activity["chart"] = [];
  let total = points;
  for (let back = 0; back < CHART_DAYS; back++) {
    const date = new Date(startOfDay(now) - back * DAY_MS).toISOString().slice(0, 10);
    chart.push({ date, points: total });
    total -= days[date] ?? 0;
  }
  return chart.reverse();
}
