import type { TrustLevel } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import { isEmailConfirmed } from "../../platform/queries/index.ts";
import { type Bar, establishedSql } from "../established/index.ts";

/**
 * The trust level of the member of a row of `users`. Staff who haven't confirmed an address are new, too: they have their tools, and
 * write as newcomers do.
 * @param user the row's name in the statement
 */
export function trustLevelSql(user: string, bar: Bar, at: Date): RawBuilder<TrustLevel> {
  return sql<TrustLevel>`case
    when not ${isEmailConfirmed(user, bar)} then 'new' when ${sql.ref(`${user}.role`)} in ('moderator', 'admin') then 'staff'
    when ${establishedSql(user, bar, at)} then 'established' else 'verified' end`;
}
