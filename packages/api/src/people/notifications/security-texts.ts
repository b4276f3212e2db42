import { HOLD_CAUSES, type HoldCause, type SecurityEventKind } from "@bbux/contract";
import { z } from "zod";

const causes = Object.keys(HOLD_CAUSES) as [HoldCause, ...HoldCause[]];

/** Facts of an event that its text quotes. Never a secret. */
const eventDetails = z
  .object({
    amount: z.string(),
    destination: z.string(),
    ended: z.int(),
    reason: z.string(),
    until: z.string(),
    /** The new address, masked, and the id of its change. */
    email: z.string(),
    change: z.string(),
    held: z.object({ cause: z.enum(causes), until: z.string().nullable() }),
  })
  .partial();
/** The change of email address that an event is about. */
export function changeOf(details: unknown): string | null {
  return eventDetails.safeParse(details).data?.change ?? null;
}

export type EventDetails = z.infer<typeof eventDetails>;

interface Texts {
  readonly title: string;
  readonly message: string;
}

const withdrawal = ({ amount = "?", destination = "?" }: EventDetails) => `${amount} BBUX to ${destination}`;

const timeText = (iso: string) => `${iso.slice(0, 10)} at ${iso.slice(11, 16)} UTC`;

function heldText({ held }: EventDetails): string {
  if (!held) return "";
  if (held.until === null) return ` It's held, because ${HOLD_CAUSES[held.cause]}.`;
  return ` It's held until ${timeText(held.until)}, because ${HOLD_CAUSES[held.cause]}. Until then you can cancel it in your wallet.`;
}

const writers: Record<SecurityEventKind, (details: EventDetails) => Texts> = {
  signed_in: () => ({
    title: "New sign-in to your account",
    message: "Someone signed in with a browser that this account hasn't used before.",
  }),
  password_changed: () => ({
    title: "Your password was changed",
    message: "Someone who knew your password set a new one. All other devices were signed out.",
  }),
  password_reset: () => ({
    title: "Your password was reset",
    message: "A new password was set with a link that we mailed to you. All devices were signed out.",
  }),
  sessions_ended: ({ ended = 1, reason }) => ({
    title: "Sessions ended",
    message:
      reason === undefined
        ? `${ended === 1 ? "One other session" : `${ended} other sessions`} ended from your settings.`
        : `An admin ended all your sessions: ${reason}`,
  }),
  factor_added: () => ({
    title: "Second factor added",
    message: "A passkey or an authenticator app was added. Your password alone no longer signs you in.",
  }),
  factor_removed: () => ({
    title: "Second factor removed",
    message: "A passkey or an authenticator app was removed from your account.",
  }),
  account_frozen: () => ({
    title: "Your account was frozen",
    message:
      "Everyone was signed out, and no withdrawal is sent until you set a new password with a link that we mail to you.",
  }),
  account_unfrozen: () => ({
    title: "Your account is no longer frozen",
    message: "A new password was set with a link that we mailed to you, so withdrawals go on after 24 hours.",
  }),
  email_changed: ({ email = "another one" }) => ({
    title: "Your email address was changed",
    message: `The email address of your account is now ${email}.`,
  }),
  email_restored: () => ({
    title: "Your email address is back",
    message:
      "A change of your email address was undone with the link that we mailed to you. Everyone was signed out, and no withdrawal is sent until you set a new password.",
  }),
  withdrawals_frozen: ({ reason = "", until = "" }) => ({
    title: "Your withdrawals were frozen",
    message: `No withdrawal is sent until ${timeText(until)}. The moderator's reason: ${reason}`,
  }),
  withdrawals_unfrozen: ({ reason = "" }) => ({
    title: "Your withdrawals are no longer frozen",
    message: `Withdrawals are sent again, unless something else holds them. The moderator's reason: ${reason}`,
  }),
  recovery_codes_made: () => ({
    title: "New recovery codes",
    message: "New recovery codes were made for your account. The earlier ones no longer work.",
  }),
  recovery_code_used: () => ({
    title: "Recovery code used",
    message:
      "Someone used one of your recovery codes instead of a passkey or an authenticator app. It can't be used again.",
  }),
  withdrawal_requested: (facts) => ({
    title: "Withdrawal requested",
    message: `A withdrawal of ${withdrawal(facts)} was requested.${heldText(facts)}`,
  }),
  withdrawal_sent: (facts) => ({
    title: "Withdrawal sent",
    message: `A withdrawal of ${withdrawal(facts)} was paid. It can't be called back.`,
  }),
};

/** Says what happened. A kind that this version doesn't know is shown by its name. */
export function textsOf(kind: string, details: unknown): Texts {
  const parsed = eventDetails.safeParse(details);
  if (!isKind(kind)) return { title: "Security of your account", message: `${kind.replaceAll("_", " ")}.` };
  return writers[kind](parsed.success ? parsed.data : {});
}

function isKind(kind: string): kind is SecurityEventKind {
  return Object.hasOwn(writers, kind);
}
