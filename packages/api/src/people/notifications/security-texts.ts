import { HOLD_CAUSES, type HoldCause, RATE_LIMITS, role, SECOND_FACTOR, type SecurityEventKind } from "@bbux/contract";
import { z } from "zod";
import { momentText } from "../../platform/language/index.ts";

const causes = Object.keys(HOLD_CAUSES) as [HoldCause, ...HoldCause[]];

/** Facts of an event that its text quotes. Never a secret. */
const eventDetails = z
  .object({
    amount: z.string(),
    destination: z.string(),
    ended: z.int(),
    reason: z.string(),
    until: z.string(),
    /** A linked wallet or account elsewhere, and a second factor, as its member reads of it. */
    login: z.string(),
    factor: z.string(),
    /** Whether something else than the password signs the member in. */
    otherWays: z.boolean(),
    /** The id of one that was added, which its mail can undo. */
    added: z.string(),
    /** The new address, masked, and the id of its change. */
    email: z.string(),
    change: z.string(),
    /** Of a member who has left, for the last mail: how to address them, and in which language. */
    name: z.string(),
    language: z.string(),
    /** Addresses that left the allow-list. */
    removed: z.array(z.string()).readonly(),
    /** Withdrawals, the default address, and loosened parts of the allow-list that a password reset took back. */
    takenBack: z.object({
      withdrawals: z.array(z.string()).readonly(),
      forgotten: z.string().nullable(),
      isListKept: z.boolean(),
      removed: z.array(z.string()).readonly(),
    }),
    /** Whose role became what; `by` whom, if not an operator. */
    staff: z.object({ name: z.string(), role, by: z.string().optional() }),
    held: z.object({ cause: z.enum(causes), until: z.string().nullable() }),
  })
  .partial();

/** The facts of an event as it's stored; none if this version can't read them. */
export function detailsOf(details: unknown): EventDetails {
  return eventDetails.safeParse(details).data ?? {};
}

/** What the reader of an event may undo, the change of email address or what was added, and until when an account can be kept. */
export function actedOn(details: unknown): {
  readonly change: string | null;
  readonly added: string | null;
  readonly until: string | null;
} {
  const { change = null, added = null, until = null } = detailsOf(details);
  return { change, added, until };
}

export type EventDetails = z.infer<typeof eventDetails>;

interface Texts {
  readonly title: string;
  readonly message: string;
}

const withdrawal = ({ amount = "?", destination = "?" }: EventDetails) => `${amount} BBUX to ${destination}`;

function timeText(iso: string): string {
  return momentText(new Date(iso));
}

function heldText({ held }: EventDetails): string {
  if (!held) return "";
  if (held.until === null) return ` It's held, because ${HOLD_CAUSES[held.cause]}.`;
  const why = `It's held until ${timeText(held.until)}, because ${HOLD_CAUSES[held.cause]}.`;
  return ["", why, "Until then you can cancel it in your wallet."].join(" ");
}

const removedText = (addresses: readonly string[]) =>
  addresses.length === 1
    ? `This address was removed from your allow-list: ${addresses[0]}.`
    : `These addresses were removed from your allow-list: ${addresses.join(", ")}.`;

function takenBackTexts({ takenBack }: EventDetails): readonly string[] {
  if (!takenBack) return [];
  const { withdrawals, forgotten, isListKept, removed } = takenBack;
  const texts: string[] = [];
  if (withdrawals.length > 0)
    texts.push(
      `We canceled these withdrawals, because you first used their addresses less than 30 days ago: ${withdrawals.join(", ")}.`,
    );
  if (forgotten !== null) texts.push(`Your wallet no longer suggests this address when you withdraw: ${forgotten}.`);
  if (isListKept) texts.push("Your allow-list is on again.");
  if (removed.length > 0) texts.push(removedText(removed));
  return texts;
}

function roleText({ name, role, by }: NonNullable<EventDetails["staff"]> = { name: "?", role: "user" }): string {
  if (by === undefined) {
    if (role === "user") return `An operator ended ${name}'s staff role.`;
    return role === "admin" ? `An operator made ${name} an admin.` : `An operator made ${name} a moderator.`;
  }
  if (role === "user") return `${by} ended ${name}'s staff role.`;
  return role === "admin" ? `${by} made ${name} an admin.` : `${by} made ${name} a moderator.`;
}

const writers: Record<SecurityEventKind, (details: EventDetails) => Texts> = {
  signed_in: () => ({
    title: "New sign-in to your account",
    message: "Someone signed in to your account from a new browser.",
  }),
  failed_sign_ins: () => ({
    title: "Failed sign-ins to your account",
    message: `More than ${RATE_LIMITS.failedSignIns.day} attempts to sign in to your account failed within a day, because the password or the code was wrong.`,
  }),
  wrong_codes: () => ({
    title: "Wrong codes entered for your account",
    message: `Someone entered at least ${SECOND_FACTOR.wrongCodes.told} wrong codes. To get that far, they needed your password, another way to sign in to your account, or a device where you're signed in.`,
  }),
  password_changed: () => ({
    title: "Your password was changed",
    message: "Someone who knew your password set a new one. All other devices were signed out.",
  }),
  password_reset: (facts) => ({
    title: "Your password was reset",
    message: [
      facts.otherWays
        ? "A new password was set with a link we emailed you. All devices were signed out. Your passkeys, wallets, and accounts elsewhere still sign you in. In your settings, remove any that aren't yours."
        : "A new password was set with a link we emailed you. All devices were signed out.",
      ...takenBackTexts(facts),
    ].join(" "),
  }),
  password_set: () => ({
    title: "Password set",
    message: "A password was set. You can now sign in with it.",
  }),
  password_removed: () => ({
    title: "Password removed",
    message: "Your account no longer has a password. All other devices were signed out.",
  }),
  login_added: ({ login = "?" }) => ({
    title: "Way to sign in added",
    message: `The ${login} can now sign in to your account.`,
  }),
  login_removed: ({ login = "?" }) => ({
    title: "Way to sign in removed",
    message: `The ${login} can no longer sign in to your account.`,
  }),
  login_suspended: ({ login = "?" }) => ({
    title: "Way to sign in suspended",
    message: `The ${login} was added shortly before your account was recovered. It's suspended until you confirm it in your settings, under Security. If you don't recognize it, remove it there.`,
  }),
  login_confirmed: ({ login = "?" }) => ({
    title: "Way to sign in confirmed",
    message: `The ${login} is no longer suspended. It can sign in to your account again.`,
  }),
  sessions_ended: ({ ended = 1, reason }) => ({
    title: "Sessions ended",
    message:
      reason === undefined
        ? ended === 1
          ? "One other session ended from your settings."
          : `${ended} other sessions ended from your settings.`
        : `An admin ended all your sessions: ${reason}`,
  }),
  session_limit_reached: () => ({
    title: "Old sessions ended",
    message: "You had too many open sessions, so we ended the least recently used ones.",
  }),
  factor_added: () => ({
    title: "Second factor added",
    message:
      "A passkey or an authenticator app was added. A password, a wallet, or an account elsewhere is no longer enough to sign in.",
  }),
  factor_removed: () => ({
    title: "Second factor removed",
    message: "A passkey or an authenticator app was removed from your account.",
  }),
  factor_suspended: ({ factor = "?" }) => ({
    title: "Second factor suspended",
    message: `The ${factor} was added shortly before your account was recovered. It's suspended until you confirm it in your settings, under Security. If you don't recognize it, remove it there.`,
  }),
  factor_confirmed: ({ factor = "?" }) => ({
    title: "Second factor confirmed",
    message: `The ${factor} is no longer suspended. It's asked for again when someone signs in to your account.`,
  }),
  account_frozen: () => ({
    title: "Your account was frozen",
    message:
      "All devices were signed out. No withdrawals will be sent until you set a new password using a link we email you.",
  }),
  account_unfrozen: () => ({
    title: "Your account is no longer frozen",
    message:
      "A new password was set with a link we emailed you. Withdrawals to addresses that you hadn't used 30 days before the freeze are canceled. Others resume after 24 hours.",
  }),
  account_closing: ({ amount, until = "" }) => ({
    title: "Your account is about to be closed",
    message:
      amount === undefined
        ? `It closes on ${timeText(until)}. Anything that arrives before then goes to the treasury. Until it closes, no one can sign in.`
        : `It closes on ${timeText(until)}. The ${amount} BBUX in it will then go to the treasury, along with anything that arrives before then. Until it closes, no one can sign in.`,
  }),
  account_kept: () => ({
    title: "Your account stays open",
    message: "It was about to be closed. Someone used a link from one of our emails to keep it, with everything in it.",
  }),
  account_closed: ({ amount }) => ({
    title: "Your account is closed",
    message:
      amount === undefined
        ? "Your personal data was deleted. What you wrote stays, without your name."
        : `The ${amount} BBUX left in it went to the treasury. Your personal data was deleted. What you wrote stays, without your name.`,
  }),
  email_changed: ({ email = "another one" }) => ({
    title: "Your email address was changed",
    message: `The email address of your account is now ${email}.`,
  }),
  email_restored: () => ({
    title: "Your email address was restored",
    message:
      "The change to your email address was undone using the link we emailed you. All devices were signed out. No withdrawals will be sent until you set a new password.",
  }),
  withdrawals_frozen: ({ reason = "", until = "" }) => ({
    title: "Your withdrawals were frozen",
    message: `No withdrawals are sent until ${timeText(until)}. The moderator's reason: ${reason}`,
  }),
  withdrawals_unfrozen: ({ reason = "" }) => ({
    title: "Your withdrawals are no longer frozen",
    message: `Withdrawals are sent again, unless something else holds them. The moderator's reason: ${reason}`,
  }),
  role_changed: ({ staff }) => ({ title: "A staff role was changed", message: roleText(staff) }),
  allowed_address_added: ({ destination = "An address", until = "" }) => ({
    title: "Withdrawal address added",
    message: `${destination} was added to your allow-list. You can withdraw to it from ${timeText(until)}.`,
  }),
  allowed_address_removed: ({ removed = ["An address"] }) => ({
    title: "Withdrawal address removed",
    message: removedText(removed),
  }),
  confirmation_raised: ({ amount = "?" }) => ({
    title: "Fewer payments need your confirmation",
    message: `Only payments of more than ${amount} BBUX ask for your password or second factor now.`,
  }),
  default_address_set: ({ destination = "An address" }) => ({
    title: "Withdrawal address saved",
    message: `Your wallet now suggests ${destination} when you withdraw.`,
  }),
  allow_list_on: () => ({
    title: "Your allow-list is on",
    message: "Withdrawals go only to the addresses on your allow-list.",
  }),
  allow_list_off: ({ until = "" }) => ({
    title: "Your allow-list is being turned off",
    message: `From ${timeText(until)} on, withdrawals can go to any address.`,
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
  bounty_posted: ({ amount = "?" }) => ({
    title: "Bounty posted",
    message: `A question with a bounty of ${amount} BBUX was posted from your account.`,
  }),
  bounty_paid: ({ amount = "?" }) => ({
    title: "Bounty paid",
    message: `Your account accepted an answer and paid its author a bounty of ${amount} BBUX.`,
  }),
  stake_added: ({ amount = "?" }) => ({
    title: "BBUX staked",
    message: `${amount} BBUX from your balance was staked.`,
  }),
  withdrawal_requested: (facts) => ({
    title: "Withdrawal requested",
    message: `A withdrawal of ${withdrawal(facts)} was requested.${heldText(facts)}`,
  }),
  withdrawal_sent: ({ amount = "?", destination = "?" }) => ({
    title: "Withdrawal sent",
    message: `${amount} SOL was paid to ${destination}. This can't be undone.`,
  }),
};

/** Says what happened. A kind that this version doesn't know is shown by its name. */
export function textsOf(kind: string, details: unknown): Texts {
  if (!isKind(kind)) return { title: "Security of your account", message: `${kind.replaceAll("_", " ")}.` };
  return writers[kind](detailsOf(details));
}

function isKind(kind: string): kind is SecurityEventKind {
  return Object.hasOwn(writers, kind);
}
