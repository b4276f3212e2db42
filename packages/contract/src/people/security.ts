import { z } from "zod";
import { id, idOut, time } from "../platform/ids.ts";
import { rawText } from "../platform/text.ts";

/**
 * How long a member's security events are kept, how many are returned at a time, how long the link to freeze the account in a mail works,
 * and how long an account with a balance can still be kept once its member has closed it.
 */
export const SECURITY = { eventDays: 90, shown: 100, freezeLinkDays: 30, closingDays: 7 } as const;

/** What members are told about the security of their accounts. */
export const SECURITY_EVENT_KINDS = [
  "signed_in",
  "failed_sign_ins",
  "wrong_codes",
  "password_changed",
  "password_reset",
  "sessions_ended",
  "password_set",
  "password_removed",
  "login_added",
  "login_removed",
  "factor_added",
  "factor_removed",
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
  "allowed_address_added",
  "default_address_set",
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
export const freezeByLinkInput = z.object({
  token: mailedToken.meta({ description: "From a mail about security" }),
});
export const keepByLinkInput = z.object({
  token: mailedToken.meta({ description: "From the mail about closing the account" }),
});
