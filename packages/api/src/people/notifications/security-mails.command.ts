import { type InterfaceLanguage, SECURITY } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { languageOfMember } from "../../platform/language/index.ts";
import { isEmailConfirmed } from "../../platform/queries/index.ts";
import { CAPPED } from "./one-mail.ts";
import { type MailedWithdrawal, type MailTexts, mailTextsOf } from "./security-mail-texts.ts";
import { actedOn } from "./security-texts.ts";

/** Mails per run; they are sent ten at a time. */
const BATCH_SIZE = 50;
/** A mail that can't be sent is given up after about two days. */
const MOST_ATTEMPTS = 12;

/** A mail about a security event, without its links. */
export interface DueMail extends MailTexts {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly username: string;
  readonly language: InterfaceLanguage;
  readonly kind: string;
  readonly at: Date;
  /** The change of email address that the reader may undo. */
  readonly change: string | null;
  /** What was added to the account, which the reader may remove. */
  readonly added: string | null;
  /** Whether more of its kind aren't mailed for up to 24 hours. */
  readonly isLast: boolean;
  /** Until when the reader can do something about it, where that has an end. */
  readonly until: string | null;
}

/**
 * Takes mails that are due, oldest first. Taking one says when it is tried again, so a process that dies loses none, and two never take
 * the same. Those to addresses that nobody has confirmed, which may be a stranger's, are dropped, and so is what a member has had `SECURITY.mailsADay`
 * mails about, and a last one, within 24 hours, if it is {@link CAPPED}: many of these would hide the others.
 */
export async function takeDueMails(services: Pick<Services, "db" | "verifiesEmail">): Promise<DueMail[]> {
  const address = sql`coalesce(e.mail_to, case when ${isEmailConfirmed("u", services)} then u.email end)`;
  const isMailed = sql`due.earlier <= ${SECURITY.mailsADay}`;
  const { rows } = await sql<{
    id: string;
    user_id: string;
    email: string | null;
    username: string;
    settings: unknown;
    kind: string;
    details: unknown;
    network: string | null;
    device: string | null;
    created_at: Date;
    earlier: number;
    withdrawal: MailedWithdrawal | null;
  }>`
    with due as (
      select id, (
          select count(*)::int from security_events o
           where o.user_id = d.user_id and o.kind = d.kind and d.kind = any(${CAPPED})
             and d.details ->> 'reason' is null and o.details ->> 'reason' is null and (o.created_at, o.id) < (d.created_at, d.id)
             and o.created_at > d.created_at - interval '24 hours' and (o.mail_due_at is not null or o.mail_attempts > 0)) as earlier
        from security_events d where mail_due_at <= clock_timestamp()
       order by mail_due_at limit ${BATCH_SIZE} for no key update of d skip locked)
    update security_events e
       set mail_attempts = mail_attempts + case when ${isMailed} and ${address} is not null then 1 else 0 end,
           mail_due_at = case when ${isMailed} and ${address} is not null and mail_attempts < ${MOST_ATTEMPTS} then
             clock_timestamp() + least(power(2, mail_attempts), 720) * interval '1 minute' end
      from due, users u where e.id = due.id and u.id = e.user_id
    returning e.id::text, e.user_id::text, ${address} as email, coalesce(e.details ->> 'name', u.username) as username,
      case when u.deleted_at is null then u.settings else e.details end as settings, e.kind, e.details, e.network, e.device, e.created_at, due.earlier,
      case when e.kind = 'withdrawal_requested' then (
        select json_build_object('fee', min(w.fee)::text, 'net', min(w.net_amount)::text, 'isApprovalNeeded', bool_or(w.waits_for = 'approval') is true)
          from withdrawals w
         where w.user_id = e.user_id and w.created_at = e.created_at and w.destination = e.details ->> 'destination'
        having count(*) = 1) end as withdrawal`.execute(services.db);
  return rows.flatMap(
    ({ id, user_id: userId, email, username, settings, kind, details, created_at: at, earlier, ...where }) => {
      if (email === null || earlier > SECURITY.mailsADay) return [];
      const language = languageOfMember(settings);
      return [
        {
          id,
          userId,
          email,
          username,
          language,
          kind,
          at,
          isLast: earlier === SECURITY.mailsADay,
          ...actedOn(details),
          ...mailTextsOf({ kind, details, language, email, at, ...where }),
        },
      ];
    },
  );
}

/** Records that a mail has left, and forgets a former address that it went to; of a member who has left, everything. */
export async function mailSent(db: Kysely<DB>, id: string): Promise<void> {
  await db.deleteFrom("security_events").where("id", "=", id).where("kind", "=", "account_closed").execute();
  await db.updateTable("security_events").set({ mail_due_at: null, mail_to: null }).where("id", "=", id).execute();
}
