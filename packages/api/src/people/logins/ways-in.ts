import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Context } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import type { Effects } from "../../platform/transactions/index.ts";
import { recordSecurityEvent } from "../notifications/index.ts";

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
            or exists (select from linked_logins l where l.user_id = u.id and ${isAvailable(services)})
            or exists (select from factors f where f.user_id = u.id and f.kind = 'passkey' and f.confirmed_at is not null))`.execute(
    trx,
  );
  if (rows.length === 0) throw new AppError("LAST_WAY_IN");
}

interface Suspects {
  readonly member: string;
  readonly since: Date;
}

/**
 * Removes the second factors, recovery codes, and linked wallets and accounts that were added since, which may be a thief's: one would keep the
 * owner out, or let the thief in again. If no older second factor would be left, they stay needed, because the one who has the mailbox may be the
 * thief; until someone has signed in with a code besides, no passkey signs in alone (docs/adr/0036). The member is told.
 */
export async function removeAddedSince(
  trx: Transaction<DB>,
  effects: Effects,
  ctx: Context,
  suspects: Suspects,
): Promise<void> {
  const { member, since } = suspects;
  const { rows } = await sql`
    select from factors where user_id = ${member} and confirmed_at < ${since} limit 1`.execute(trx);
  if (rows.length > 0) await removeFactors(trx, effects, ctx, suspects);
  else {
    await sql`delete from factors where user_id = ${member} and confirmed_at is null`.execute(trx);
    await sql`update factors set disputed_at = clock_timestamp() where user_id = ${member}`.execute(trx);
  }
  await removeLogins(trx, effects, ctx, suspects);
}

/** Removes all of it, when the owner of an address takes an account over from who signed up with the address. The member must be locked. */
export async function removeAllAdded(
  trx: Transaction<DB>,
  effects: Effects,
  ctx: Context,
  member: string,
): Promise<void> {
  const suspects = { member, since: new Date(0) };
  await removeFactors(trx, effects, ctx, suspects);
  await removeLogins(trx, effects, ctx, suspects);
}

async function removeFactors(
  trx: Transaction<DB>,
  effects: Effects,
  ctx: Context,
  { member, since }: Suspects,
): Promise<void> {
  const { rows } = await sql<{ confirmed: boolean }>`
    delete from factors where user_id = ${member} and (confirmed_at >= ${since} or confirmed_at is null)
    returning confirmed_at is not null as confirmed`.execute(trx);
  await sql`
    delete from recovery_codes where user_id = ${member}
       and (created_at >= ${since} or not exists (select from factors f where f.user_id = ${member}))`.execute(trx);
  if (rows.some(({ confirmed }) => confirmed)) {
    await recordSecurityEvent(trx, effects, { member, kind: "factor_removed", from: ctx, at: ctx.now() });
  }
}

async function removeLogins(
  trx: Transaction<DB>,
  effects: Effects,
  ctx: Context,
  { member, since }: Suspects,
): Promise<void> {
  const { rows } = await sql<{ login: string }>`
    delete from linked_logins l where l.user_id = ${member} and l.created_at >= ${since} returning ${loginName} as login`.execute(
    trx,
  );
  for (const details of rows) {
    await recordSecurityEvent(trx, effects, { member, kind: "login_removed", from: ctx, at: ctx.now(), details });
  }
}
