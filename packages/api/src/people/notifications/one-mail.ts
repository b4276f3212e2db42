import type { SecurityEventKind } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";

/**
 * Events without a mail of their own. Nothing is mailed twice: an event that follows from one that was mailed is only a notification,
 * and what has a mail isn't in the digest.
 */
export const UNMAILED: ReadonlySet<SecurityEventKind> = new Set([
  // The request was mailed while its links could still stop the withdrawal.
  "withdrawal_sent",
  // A script that signs in on every run reaches it each time.
  "session_limit_reached",
]);

/**
 * Events that anyone with the password can repeat without moving or changing anything. A member gets `SECURITY.mailsADay` mails about each
 * kind within 24 hours, and one that says so. Acts of staff, who give a reason, don't count.
 */
export const CAPPED: readonly SecurityEventKind[] = ["signed_in", "sessions_ended"];

/** Whether the notification `n` is about something that has, or follows from, a mail of its own, so that the digest leaves it out. */
export const isMailedAlready = (): RawBuilder<boolean> => sql<boolean>`
  (n.kind = 'security'
    or (n.kind = 'withdrawal' and n.data @> '{"returned": false}')
    or (n.kind = 'moderation' and n.data @> '{"act": "sessions_ended"}'))`;
