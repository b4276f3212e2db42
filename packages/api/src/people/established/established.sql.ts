import type { Parameters } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";

/** Points that make a member established, by the parameter in force; 0 if everyone is. */
export function neededPoints({ establishedPoints }: Parameters): RawBuilder<string> {
  return sql<string>`parameter_in_force('establishedPoints', ${establishedPoints.toString()}::bigint)`;
}

/**
 * Whether the member of a row of `users` is established.
 * @param user the row's name in the statement
 */
export function establishedSql(user: string, defaults: Parameters, at: Date): RawBuilder<boolean> {
  return sql<boolean>`is_established(${sql.ref(user)}, ${neededPoints(defaults)}, ${at}::timestamptz)`;
}
