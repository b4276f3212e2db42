import { PARAMETERS, type Parameters, type Standing } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";

/** Points that make a member established, by the parameter in force; 0 if nobody has to be. */
function neededPoints({ establishedPoints }: Parameters): RawBuilder<string> {
  return sql<string>`parameter_in_force('establishedPoints', ${establishedPoints.toString()}::bigint)`;
}

/**
 * Whether the member of a row of `users` is established. While nobody has to be, by the default: what is recorded then still means
 * something once it counts.
 * @param user the row's name in the statement
 */
export function establishedSql(user: string, defaults: Parameters, at: Date): RawBuilder<boolean> {
  const otherwise = PARAMETERS.establishedPoints.default.toString();
  const needed = sql`coalesce(nullif(${neededPoints(defaults)}, 0), ${otherwise}::bigint)`;
  return sql<boolean>`is_established(${sql.ref(user)}, ${needed}, ${at}::timestamptz)`;
}

/** The {@link Standing} of the member of a row of `users`, as JSON. @param user the row's name in the statement */
export function standingSql(user: string, defaults: Parameters, at: Date): RawBuilder<Standing> {
  const needed = neededPoints(defaults);
  return sql<Standing>`json_build_object(
    'isEstablished', ${needed} = 0 or ${establishedSql(user, defaults, at)}, 'points', ${sql.ref(`${user}.trusted_points`)},
    'needed', ${needed}, 'isStaff', ${sql.ref(`${user}.role`)} in ('moderator', 'admin'))`;
}

/** Whether points are needed and too few members have them; it counts no further than it has to. */
export function smallCommunitySql(defaults: Parameters, at: Date, enough: number): RawBuilder<boolean> {
  return sql<boolean>`(
    with needed as materialized (select ${neededPoints(defaults)} as points)
    select points > 0 and ${enough} > (
      select count(*) from (
        select from users m where m.role in ('moderator', 'admin') and is_established(m, points, ${at}::timestamptz)
        union all
        select from users m where m.role = 'user' and m.trusted_points > 0 and m.trusted_points >= points
           and is_established(m, points, ${at}::timestamptz)
        limit ${enough}) as found) from needed)`;
}
