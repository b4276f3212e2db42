import { browserOf, DAY_MS, formatAmount, SECURITY, type SecurityEventKind } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Context, MemberContext } from "../../platform/context/index.ts";
import type { Effects } from "../../platform/transactions/index.ts";
import { notify } from "./notify.command.ts";
import { UNMAILED } from "./one-mail.ts";
import { type EventDetails, textsOf } from "./security-texts.ts";

/** Where an event came from; null for what a worker or someone else did. */
export type Origin = Pick<Context, "subnet" | "userAgent"> | null;

export interface HappenedEvent {
  readonly member: string;
  readonly kind: SecurityEventKind;
  readonly from: Origin;
  readonly details?: EventDetails;
  /** Where the mail goes, if not to the member's present address. */
  readonly mailTo?: string;
  /** False if there is no notification, or one of another kind. */
  readonly isNotified?: boolean;
  /** False for what follows from an event that is mailed. */
  readonly isMailed?: boolean;
  readonly at: Date;
}

/**
 * Tells a member what happened to the security of their account: a line among their security events, a notification of its own, and
 * a mail, unless it is {@link UNMAILED} or the member has had enough of its kind (`takeDueMails`). Runs in the transaction of the event, after its other locks. The mail is part of what is stored, so it is neither lost nor
 * in the way; after the commit, {@link mailSoon} sends it sooner than the minute's run.
 */
export async function recordSecurityEvent(
  trx: Transaction<DB>,
  effects: Effects,
  { member, kind, from, details = {}, mailTo, isNotified = true, isMailed = true, at }: HappenedEvent,
): Promise<void> {
  const { id } = await trx
    .insertInto("security_events")
    .values({
      user_id: member,
      kind,
      network: from?.subnet ?? null,
      device: browserOf(from?.userAgent ?? null),
      details: JSON.stringify(details),
      mail_to: mailTo ?? null,
      created_at: at,
      ...((!isMailed || UNMAILED.has(kind)) && { mail_due_at: null }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (!isNotified) return;
  const { title, message } = textsOf(kind, details);
  await notify(trx, effects, {
    to: [member],
    kind: "security",
    bundle: `security:${id}`,
    data: { title, message },
    url: "/settings?tab=security",
    at,
  });
}

/** {@link recordSecurityEvent}, unless one of the kind was recorded in the 24 hours before. Needs the member's lock. */
export async function recordOnceADay(trx: Transaction<DB>, effects: Effects, event: HappenedEvent): Promise<void> {
  const recent = await trx
    .selectFrom("security_events")
    .select("id")
    .where("user_id", "=", event.member)
    .where("kind", "=", event.kind)
    .where("created_at", ">", new Date(event.at.getTime() - DAY_MS))
    .executeTakeFirst();
  if (!recent) await recordSecurityEvent(trx, effects, event);
}

/** Tells a member of a payment that needed a fresh proof, by a mail within a minute. @param payment.amount base units */
export function tellOfPayment(
  trx: Transaction<DB>,
  effects: Effects,
  ctx: MemberContext,
  { kind, amount }: { readonly kind: "bounty_posted" | "bounty_paid" | "stake_added"; readonly amount: bigint },
): Promise<void> {
  const details = { amount: formatAmount(amount) };
  return recordSecurityEvent(trx, effects, { member: ctx.viewer.id, kind, from: ctx, details, at: ctx.now() });
}

/**
 * Records a changed password that an older version of the server queued a mail for, so that the update loses none. Its member got no
 * notification, and gets none for a change of before. Recorded once, however often the job runs.
 */
export async function recordOlderPasswordChange(
  db: Kysely<DB>,
  { userId, at, device }: { readonly userId: string; readonly at: Date; readonly device: string | null },
): Promise<void> {
  await sql`
    insert into security_events (user_id, kind, device, created_at)
    select id, 'password_changed', ${browserOf(device)}, ${at} from users u
     where u.id::text = ${userId} and u.deleted_at is null
       and not exists (select from security_events e
                        where e.user_id = u.id and e.kind = 'password_changed' and e.created_at = ${at})`.execute(db);
}

/** Removes security events of more than 90 days ago, and programs that haven't signed in since. @returns how many events */
export async function removeOldSecurityEvents(db: Kysely<DB>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - SECURITY.eventDays * DAY_MS);
  // Of mails that were given up.
  await db
    .deleteFrom("security_events")
    .where("kind", "=", "account_closed")
    .where("mail_due_at", "is", null)
    .execute();
  await sql`update security_events set mail_to = null where mail_to is not null and mail_due_at is null`.execute(db);
  await db.deleteFrom("known_programs").where("seen_at", "<", before).execute();
  const { numDeletedRows } = await db.deleteFrom("security_events").where("created_at", "<", before).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Has the mails of what was recorded sent now. If that can't be queued, the minute's run sends them. */
export async function mailSoon({ enqueue }: Pick<Context, "enqueue">): Promise<void> {
  await enqueue("security-mails", {}).catch(() => undefined);
}
