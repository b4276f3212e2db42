import { PARAMETERS, type Parameters, type Standing } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { isEmailConfirmed } from "../../platform/queries/index.ts";

/** The settings that say what it takes. */
export type Bar = Pick<Services, "parameterDefaults" | "verifiesEmail">;

/** Points that make a member established, by the parameter in force; 0 if nobody has to be. */
export function neededPointsSql({ establishedPoints }: Parameters): RawBuilder<string> {
  // As a select of its own it runs once, and not for every row.
  return sql<string>`(select parameter_in_force('establishedPoints', ${establishedPoints.toString()}::bigint))`;
}

/** The rule of the database, and a confirmed email address where members have to confirm theirs. */
function meets(user: string, points: RawBuilder<unknown>, bar: Bar, at: Date): RawBuilder<boolean> {
  return sql<boolean>`(is_established(${sql.ref(user)}, ${points}, ${at}::timestamptz) and ${isEmailConfirmed(user, bar)})`;
}

/**
 * Whether the member of a row of `users` is established. While nobody has to be, by the default: what is recorded then still means
 * something once it counts.
 * @param user the row's name in the statement
 */
export function establishedSql(user: string, bar: Bar, at: Date): RawBuilder<boolean> {
  const otherwise = PARAMETERS.establishedPoints.default.toString();
  const needed = sql`coalesce(nullif(${neededPointsSql(bar.parameterDefaults)}, 0), ${otherwise}::bigint)`;
  return meets(user, needed, bar, at);
}

/** The {@link Standing} of the member of a row of `users`, as JSON. @param user the row's name in the statement */
export function standingSql(user: string, bar: Bar, at: Date): RawBuilder<Standing> {
  const needed = neededPointsSql(bar.parameterDefaults);
  return sql<Standing>`json_build_object(
    'isEstablished', ${needed} = 0 or ${establishedSql(user, bar, at)}, 'points', ${sql.ref(`${user}.trusted_points`)},
    'needed', ${needed}, 'isStaff', ${sql.ref(`${user}.role`)} in ('moderator', 'admin'))`;
}

/** Whether points are needed and too few members have them; it counts no further than it has to. */
export function smallCommunitySql(bar: Bar, at: Date, enough: number): RawBuilder<boolean> {
  const isEstablished = meets("m", sql.ref("points"), bar, at);
  return sql<boolean>`(
    with needed as materialized (select ${neededPointsSql(bar.parameterDefaults)} as points)
    select points > 0 and ${enough} > (
      select count(*) from (
        select from users m where m.role in ('moderator', 'admin') and ${isEstablished}
        union all
        select from users m where m.role = 'user' and m.trusted_points > 0 and m.trusted_points >= points
           and ${isEstablished}
        limit ${enough}) as found) from needed)`;
}
