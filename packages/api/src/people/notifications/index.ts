// Notifying members, telling them about the security of their accounts, and the jobs around it.
export { type Digest, findDigestsDue, returnDigest, takeDigest } from "./digest.command.ts";
export { notifyExpiring } from "./expiring.command.ts";
export { isGone } from "./gone.sql.ts";
export { notifyMentioned } from "./mentions.command.ts";
export { mentionsIn } from "./mentions.ts";
export type { NotificationData } from "./messages.ts";
export { listNotifications } from "./notifications.queries.ts";
export { type News, notify } from "./notify.command.ts";
export { removeOldNotifications } from "./remove-old.command.ts";
export { listSecurityEvents } from "./security-events.query.ts";
export { type MailFact, originFacts } from "./security-mail-texts.ts";
export { type DueMail, mailSent, takeDueMails } from "./security-mails.command.ts";
export {
  mailSoon,
  type Origin,
  recordOlderPasswordChange,
  recordOnceADay,
  recordSecurityEvent,
  removeOldSecurityEvents,
  tellOfPayment,
} from "./security-record.command.ts";
export type { EventDetails } from "./security-texts.ts";
export { readUnsubscribeToken, turnDigestsOff, unsubscribeToken } from "./unsubscribe.command.ts";
