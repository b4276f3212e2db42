import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Context } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { isActiveFactor } from "../../platform/queries/index.ts";

type Providers = Pick<Context, "openIdProviders">;

/** Whether the linked login `l` signs in: the operator may have removed its provider. */
export const isAvailable = ({ openIdProviders }: Providers) =>
  sql<boolean>`(l.kind = 'wallet' or l.issuer = any(${openIdProviders.map(({ issuer }) => issuer)}))`;

/** What the member reads of the linked login `l`. */
export const loginName = sql<string>`
  case l.kind when 'wallet' then 'wallet ' || l.subject else concat_ws(' ', l.name, 'account', l.label) end`;

/**
 * Requires that the member still has a way to sign in, after one was removed in this transaction. The member must be locked.
 * @throws AppError LAST_WAY_IN
 */
export async function requireWayIn(trx: Transaction<DB>, services: Providers, userId: string): Promise<void> {
  const { rows } = await sql`
    select from users u where u.id = ${userId}
       and (u.password_hash is not null
            or exists (select from linked_logins l where l.user_id = u.id and l.suspended_at is null and ${isAvailable(services)})
            or exists (select from factors f where f.user_id = u.id and f.kind = 'passkey' and ${isActiveFactor}))`.execute(
    trx,
  );
  if (rows.length === 0) throw new AppError("LAST_WAY_IN");
}
