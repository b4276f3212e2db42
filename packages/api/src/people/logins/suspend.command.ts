import { DAY_MS, SECURITY } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Context } from "../../platform/context/index.ts";
import type { Effects } from "../../platform/transactions/index.ts";
import { recordSecurityEvent } from "../notifications/index.ts";
import { factorName, voidWrongCodes } from "../second-factor/index.ts";
import { loginName } from "./ways-in.ts";

interface Suspects {
  readonly member: string;
  /** When the account was frozen, or its address changed: what was added in the 30 days before that, or since, may be a thief's. */
  readonly at: Date;
  /** Only what was added before. */
  readonly before?: Date;
}

/**
 * Suspends the second factors, and linked wallets and accounts, that may be a thief's: one would keep the owner out, or let the thief in again.
 * They count for nothing until the owner, who has the mailbox, confirms each; older ones stay needed (docs/adr/0036). Their recovery
 * codes go. The member, who must be locked, is told of each.
 */
export async function suspendAdded(
  trx: Transaction<DB>,
  effects: Effects,
  ctx: Context,
  { member, at, before }: Suspects,
): Promise<void> {
  const since = new Date(at.getTime() - SECURITY.suspectDays * DAY_MS);
  const isSuspect = (time: string) =>
    sql<boolean>`${sql.ref(time)} >= ${since} and ${sql.ref(time)} < coalesce(${before ?? null}::timestamptz, 'infinity')`;
  await sql`delete from factors where user_id = ${member} and confirmed_at is null`.execute(trx);
  await sql`delete from recovery_codes where user_id = ${member} and ${isSuspect("created_at")}`.execute(trx);
  const factors = await sql<{ factor: string }>`
    update factors f set suspended_at = clock_timestamp()
     where f.user_id = ${member} and f.suspended_at is null and ${isSuspect("f.confirmed_at")}
    returning ${factorName} as factor`.execute(trx);
  // They were guesses at codes that count no more.
  if (factors.rows.length > 0) await voidWrongCodes(trx, member);
  const logins = await sql<{ login: string }>`
    update linked_logins l set suspended_at = clock_timestamp()
     where l.user_id = ${member} and l.suspended_at is null and ${isSuspect("l.created_at")}
    returning ${loginName} as login`.execute(trx);
  const event = { member, from: ctx, at: ctx.now() };
  for (const details of factors.rows) {
    await recordSecurityEvent(trx, effects, { ...event, kind: "factor_suspended", details });
  }
  for (const details of logins.rows) {
    await recordSecurityEvent(trx, effects, { ...event, kind: "login_suspended", details });
  }
}
