import { z } from "zod";
import { id, idOut, time } from "../platform/ids.ts";
import { rawText } from "../platform/text.ts";

export const SECURITY = {
  /** How long a member's security events are kept. */
  eventDays: 90,
  /** How many are returned at a time. */
  shown: 100,
  /** Mails about new sign-ins, and about ended ones, that a member gets within 24 hours; one more says that others may follow unmailed. */
  mailsADay: 5,
  /** How long the links in a mail work that freeze the account, or undo what was added to it. */
  linkDays: 30,
  /** What was added to an account in so many days before it was frozen, or its address was changed, may be a thief's. */
  suspectDays: 30,
  /** How long an account with a balance can still be kept once its member has closed it. */
  closingDays: 7,
  /** An account with this much reputation can be kept as long, even without a balance. */
  closingPoints: 50,
  /** So can an account with open flags, or with flags upheld within this many days. */
  closingFlagDays: 30,
} as const;

/** What members are told about the security of their accounts. */
export const SECURITY_EVENT_KINDS = [
  "signed_in",
  "failed_sign_ins",
  "wrong_codes",
  "password_changed",
  "password_reset",
  "sessions_ended",
  "session_limit_reached",
  "password_set",
  "password_removed",
  "login_added",
  "login_removed",
  "login_suspended",
  "login_confirmed",
  "factor_added",
  "factor_removed",
  "factor_suspended",
  "factor_confirmed",
  "recovery_codes_made",
  "recovery_code_used",
  "account_frozen",
  "account_unfrozen",
  "account_closing",
  "account_kept",
  "account_closed",
  "email_changed",
  "email_restored",
  "withdrawals_frozen",
  "withdrawals_unfrozen",
  "role_changed",
  "allowed_address_added",
  "allowed_address_removed",
  "default_address_set",
  "confirmation_raised",
  "allow_list_on",
  "allow_list_off",
  "bounty_posted",
  "bounty_paid",
  "stake_added",
  "withdrawal_requested",
  "withdrawal_sent",
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

export const securityEvent = z
  .object({
    id: idOut,
    kind: z.string().meta({ description: `${SECURITY_EVENT_KINDS.join(", ")}; more may come` }),
    title: z.string().meta({ example: "Your password was changed" }),
    message: z.string(),
    at: time,
    network: z.string().nullable().meta({ description: "Roughly where it came from", example: "203.0.113.0/24" }),
    device: z.string().nullable().meta({ description: "The browser and its system", example: "Firefox on Linux" }),
  })
  .meta({ id: "SecurityEvent" });
export type SecurityEvent = z.infer<typeof securityEvent>;

export const securityEventsInput = z
  .object({
    cursor: id.optional().meta({ description: "`nextCursor` of an earlier answer, for the events before those" }),
    limit: z.int().min(1).max(SECURITY.shown).default(SECURITY.shown).meta({ description: "Most events" }),
  })
  .prefault({});
export const securityEventsOutput = z.object({
  events: z.array(securityEvent).meta({ description: `Of ${SECURITY.eventDays} days, the latest first` }),
  nextCursor: idOut.nullable().meta({ description: "Null if there are no older ones" }),
});

const mailedToken = rawText({ min: 1, max: 200, tooShort: "token is required" });
/** A link of a mail about security. */
export const byMailedLink = z.object({
  token: mailedToken.meta({ description: "From a mail about security" }),
});
export const keepByLinkInput = z.object({
  token: mailedToken.meta({ description: "From the mail about closing the account" }),
});
