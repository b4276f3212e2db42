import { DAY_MS, HOUR_MS, TIES } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { type Bar, neededPointsSql } from "./established.sql.ts";
import { isPublicSql, tiedSql } from "./ties.sql.ts";

type Needs = Bar & Pick<Services, "now">;

/** Returns whether one member is tied to another now. */
export async function areTied(db: Kysely<DB>, needs: Needs, [one, other]: readonly [string, string]): Promise<boolean> {
  const now = needs.now();
  const pair = { one: sql`${one}::bigint`, other: sql`${other}::bigint`, at: sql`${now}::timestamptz` };
  const { rows } = await sql<{ tied: boolean }>`select ${tiedSql(pair, needs, now)} as tied`.execute(db);
  return rows[0]?.tied ?? false;
}

/** How long staff count as one person with whom they were promoted by: an admin could make a judge of their own case. */
export const NEW_STAFF_HOURS = 72;

/**
 * Returns the caller's account and those that may act for the same person: the admin who promoted the caller less than
 * {@link NEW_STAFF_HOURS} ago, that admin's own promoter, and so on; and the other accounts in the browsers that any of these used in the
 * last 30 days. Browsers are left out once nobody has had to be established for longer than a bounty can last, because ties decide nothing then.
 */
export async function ownAccounts(
  db: Kysely<DB>,
  { viewer: { id: member }, ...needs }: Needs & { readonly viewer: { readonly id: string } },
): Promise<readonly string[]> {
  const [since, placed] = [TIES.days, TIES.keptDays].map((days) => new Date(needs.now().getTime() - days * DAY_MS));
  const newSince = new Date(needs.now().getTime() - NEW_STAFF_HOURS * HOUR_MS);
  const { rows } = await sql<{ id: string }>`
    with recursive people (id) as (
      select ${member}::bigint
      union
      select l.actor_id from people join audit_log l on l.subject_id = people.id and l.action = 'ROLE_CHANGED'
       where l.actor_id is not null and l.created_at > ${newSince} and (l.details->>'from' = 'user' or l.details->>'to' = 'admin')
    )
    select id::text as id from people
    union
    select y.user_id::text
      from people join account_traces x on x.user_id = people.id
      join account_traces y on y.kind = x.kind and y.trace = x.trace and y.user_id <> x.user_id
     where x.kind = 'device' and x.seen_at >= ${since} and y.seen_at >= ${since}
       and (${neededPointsSql(needs)} > 0 or exists (
         select from parameter_changes where name = 'establishedPoints' and previous > 0 and created_at >= ${placed}))`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Reads all ties among some people at once, for however many votes.
 * @param group.from the earliest moment that will be asked about
 * @returns whether two of them are tied at a moment
 */
export async function tiesAmong(
  db: Kysely<DB>,
  needs: Needs,
  { people, from }: { readonly people: readonly string[]; readonly from: Date },
): Promise<(one: string, other: string, at: Date) => boolean> {
  const since = sql`(${from}::timestamptz - make_interval(days => ${TIES.days}))`;
  // Far fewer traces are shared than used, so whether a place is public is asked once for each of those.
  const { rows } = await sql<{ one: string; other: string; seen: Date }>`
    with used as materialized (
      select user_id, kind, trace, seen_at from account_traces
       where user_id = any (${[...new Set(people)]}::bigint[]) and seen_at >= ${since}),
    shared as materialized (
      select s.kind, s.trace from (select kind, trace from used group by kind, trace having count(*) > 1) as s
       where s.kind = 'device' or not ${isPublicSql({ kind: sql.ref("s.kind"), trace: sql.ref("s.trace"), since }, needs, needs.now())})
    select a.user_id::text as one, b.user_id::text as other, max(least(a.seen_at, b.seen_at)) as seen
      from shared join used a using (kind, trace) join used b using (kind, trace)
     where a.user_id < b.user_id group by a.user_id, b.user_id`.execute(db);
  // By member: most have no ties, and are asked about with everyone else.
  const seen = new Map<string, Map<string, number>>();
  for (const { one, other, seen: at } of rows) {
    for (const [member, tied] of [
      [one, other],
      [other, one],
    ] as const)
      seen.set(member, (seen.get(member) ?? new Map<string, number>()).set(tied, at.getTime()));
  }
  return (one, other, at) => (seen.get(one)?.get(other) ?? 0) >= at.getTime() - TIES.days * DAY_MS;
}
