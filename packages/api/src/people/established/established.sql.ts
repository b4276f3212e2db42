import { ESTABLISHED, PARAMETERS, type Standing } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { isEmailConfirmed } from "../../platform/queries/index.ts";

/** The settings that say what it takes. */
export interface Bar extends Pick<Services, "parameterDefaults" | "verifiesEmail"> {
  /** When the bounty in question was placed: changes since then don't affect it (docs/DECISIONS.md 1.3). */
  readonly placedAt?: Date | RawBuilder<unknown> | null;
}

/** Points that make a member established, by the parameter in force now or when the bounty was placed; 0 if nobody has to be. */
export function neededPointsSql({ parameterDefaults, placedAt }: Bar): RawBuilder<string> {
  const configured = sql`${parameterDefaults.establishedPoints.toString()}::bigint`;
  // As a select of its own it runs once, and not for every row.
  if (!placedAt) return sql<string>`(select parameter_in_force('establishedPoints', ${configured}))`;
  return sql<string>`coalesce((
    select value from parameter_changes where name = 'establishedPoints' and created_at < ${placedAt}::timestamptz
     order by id desc limit 1), ${configured})`;
}

/** A rule of the database, and a confirmed email address where members have to confirm theirs. */
function meets(rule: string, user: string, points: RawBuilder<unknown>, bar: Bar, at: Date) {
  return sql<boolean>`(${sql.id(rule)}(${sql.ref(user)}, ${points}, ${at}::timestamptz) and ${isEmailConfirmed(user, bar)})`;
}

/** The default while nobody has to be established: what is recorded then still means something once it counts. */
function neededOtherwise(bar: Bar): RawBuilder<string> {
  const otherwise = PARAMETERS.establishedPoints.default.toString();
  return sql<string>`coalesce(nullif(${neededPointsSql(bar)}, 0), ${otherwise}::bigint)`;
}

/** Whether the member of a row of `users` is established. @param user the row's name in the statement */
export function establishedSql(user: string, bar: Bar, at: Date): RawBuilder<boolean> {
  return meets("is_established", user, neededOtherwise(bar), bar, at);
}

/**
 * Whether the member of a row of `users` counts when established members are counted: also while suspended, unless for voting fraud.
 * Otherwise, suspending members who have no part in a decision would change who decides it (docs/adr/0031).
 * @param user the row's name in the statement
 */
export function countsAsEstablishedSql(
  user: string,
  bar: Bar,
  at: Date,
  points: RawBuilder<unknown> = neededOtherwise(bar),
): RawBuilder<boolean> {
  return sql<boolean>`(
    ${meets("is_established_unless_suspended", user, points, bar, at)} and not exists (
      select from voting_frauds f
       where f.member_id = ${sql.ref(`${user}.id`)} and f.found_at >= ${sql.ref(`${user}.suspended_at`)}))`;
}

/** The {@link Standing} of the member of a row of `users`, as JSON. @param user the row's name in the statement */
export function standingSql(user: string, bar: Bar, at: Date): RawBuilder<Standing> {
  const needed = neededPointsSql(bar);
  return sql<Standing>`json_build_object(
    'isEstablished', ${needed} = 0 or ${establishedSql(user, bar, at)}, 'points', ${sql.ref(`${user}.trusted_points`)},
    'needed', ${needed}, 'isStaff', ${sql.ref(`${user}.role`)} in ('moderator', 'admin'))`;
}

/** Whether points are needed and too few members have them to decide anything; it counts no further than it has to. */
export function smallCommunitySql(bar: Bar, at: Date, enough = ESTABLISHED.community): RawBuilder<boolean> {
  const isEstablished = countsAsEstablishedSql("m", bar, at, sql.ref("points"));
  return sql<boolean>`(
    with needed as materialized (select ${neededPointsSql(bar)} as points)
    select points > 0 and ${enough} > (
      select count(*) from (
        select from users m where m.role in ('moderator', 'admin') and ${isEstablished}
        union all
        select from users m where m.role = 'user' and m.trusted_points > 0 and m.trusted_points >= points
           and ${isEstablished}
        limit ${enough}) as found) from needed)`;
}
