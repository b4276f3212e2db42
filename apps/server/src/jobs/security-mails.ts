import {
  brandWithLogo,
  type DueMail,
  freezeLinkToken,
  keepLinkToken,
  mailSent,
  momentText,
  type Services,
  takeDueMails,
  translate,
  undoAddedToken,
  undoEmailToken,
} from "@bbux/api";
import { DAY_MS, SECURITY, SESSION } from "@bbux/contract";
import type { Database } from "@bbux/db";
import type { FastifyBaseLogger } from "fastify";
import { ABOUT_SECURITY, type Letter, letter } from "../letter.ts";
import type { Link, Part, Step } from "../letter-page.ts";
import type { SendMail } from "../mail.ts";
import { within } from "../within.ts";
import { defineJob, noPayload } from "./define-job.ts";

/** How long one mail may take (ms). */
const PATIENCE_MS = 25_000;
const AT_ONCE = 10;

interface Needs extends Pick<Services, "vault"> {
  readonly db: Database;
  readonly verifiesEmail: boolean;
  readonly sendMail: SendMail;
  /** The origin of links. */
  readonly origin: string;
  readonly log: Pick<FastifyBaseLogger, "warn">;
}

/**
 * Sends what is due, independently of all other mails: right after an event, because its command queues a run, and each minute for
 * what couldn't be sent.
 */
export const mailSecurityEvents = defineJob({
  name: "security-mails",
  payload: noPayload,
  schedule: "* * * * *",
  queue: { retryLimit: 1, expireInSeconds: 300 },
  pollSeconds: 1,
  run: (needs) => sendSecurityMails({ ...needs, origin: needs.origin() }),
});

/** Mails members what happened to the security of their accounts. One that can't be sent holds up no other, and is tried again. */
export async function sendSecurityMails(needs: Needs): Promise<void> {
  const due = await takeDueMails(needs);
  if (due.length === 0) return;
  const sender = await brandWithLogo(needs.db);
  const next = due.values();
  const work = async () => {
    for (const mail of next) {
      await within(PATIENCE_MS, send(needs, sender, mail), "The mail took too long").catch((err: unknown) =>
        needs.log.warn({ err, event: mail.id }, "a mail about security wasn't sent; it is tried again"),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

type ToLink = Pick<Needs, "origin" | "vault">;
type Advice = readonly Part[];

const IT_WAS = "If that was you, you don't need to do anything.";
const IT_WASNT = { strong: "If it wasn't you, do this now:" };
/** After several mails about one kind of event. */
const ONLY_LISTED = "If more of these happen in the next 24 hours, we'll only list them in your security settings:";
/** To someone who no longer has an account. */
const GONE = [
  "You don't need to do anything. This is our last email about this account.",
  "If you didn't close it, someone may know your password. Change it anywhere else you use it.",
];
const resetAt = (origin: string): Link => ({ label: "Request a password link", url: `${origin}/forgot-password` });
const settingsAt = (origin: string): Link => ({
  label: "Open your security settings",
  url: `${origin}/settings?tab=security`,
});
const transactionsAt = (origin: string): Link => ({
  label: "View withdrawal",
  url: `${origin}/transactions`,
  isQuiet: true,
});
const checkLogins = (origin: string) => ({
  text: "Remove any passkeys, wallets, and linked accounts that aren't yours.",
  link: settingsAt(origin),
});
const thenReset = (origin: string) => ({ text: "Set a new password. That ends the freeze.", link: resetAt(origin) });

function whatToDo(needs: ToLink, mail: DueMail): Advice {
  const known = withoutFreeze(needs.origin, mail.kind);
  if (known) return known;
  const { origin } = needs;
  // Dated by the event, so that a recovery also voids the links of an email that is sent late.
  const token = freezeLinkToken(needs, mail.userId, mail.at);
  const freeze = { label: "Freeze my account", url: `${origin}/freeze?token=${token}` };
  const isWithdrawal = mail.kind === "withdrawal_requested";
  const freezing = isWithdrawal
    ? "Freeze your account. That signs everyone out and puts withdrawals on hold. If this withdrawal was already sent, freezing still protects the rest of your balance."
    : "Freeze your account. That signs everyone out and puts withdrawals on hold.";
  if (mail.kind === "account_closing") {
    return [
      IT_WAS,
      "If you've changed your mind, open this link before then. It signs everyone out until you set a new password:",
      keepOf(needs, mail),
      IT_WASNT,
      {
        steps: [
          { text: "Freeze your account. That also keeps it open, and puts withdrawals on hold.", link: freeze },
          thenReset(origin),
        ],
      },
    ];
  }
  if (mail.kind === "role_changed") {
    return [
      "If you didn't expect this, ask the platform's operator to reverse it.",
      { strong: "If someone else did it in your name, do this now:" },
      { steps: [{ text: freezing, link: freeze }, thenReset(origin)] },
    ];
  }
  const undo = undoOf(needs, mail);
  const first = undo
    ? { ...undo, otherwise: { text: "Link expired?", link: { label: "Freeze your account", url: freeze.url } } }
    : { text: freezing, link: freeze };
  const steps = [first, thenReset(origin), checkLogins(origin)];
  return [IT_WAS, ...(isWithdrawal ? [transactionsAt(origin)] : []), IT_WASNT, { steps }];
}

/** Returns the advice for events that call for no freeze; null for the others. */
function withoutFreeze(origin: string, kind: string): Advice | null {
  switch (kind) {
    case "account_frozen":
      return [
        { strong: "To use your account again:" },
        {
          steps: [
            { text: "If you didn't freeze it, first change the password of your email account." },
            thenReset(origin),
            checkLogins(origin),
          ],
        },
      ];
    case "email_restored":
      return ["To use your account again, set a new password:", resetAt(origin)];
    // Freezing is what someone who guesses may want the owner to do.
    case "failed_sign_ins":
      return [
        IT_WAS,
        "If it wasn't, someone may be guessing your password. They can't lock you out. With a passkey or an authenticator app, a guessed password isn't enough to sign in. Add one in your settings:",
        settingsAt(origin),
        "If your password is short or you use it elsewhere, set a new one:",
        resetAt(origin),
      ];
    case "wrong_codes":
      return [
        IT_WAS,
        IT_WASNT,
        {
          steps: [
            { text: "Set a new password. That also signs everyone out.", link: resetAt(origin) },
            { text: "Check your other ways to sign in.", link: settingsAt(origin) },
          ],
        },
      ];
    case "factor_suspended":
    case "login_suspended":
      return ["Your settings show what's suspended:", settingsAt(origin)];
    // A moderator did it.
    case "withdrawals_frozen":
    case "withdrawals_unfrozen":
      return ["Your wallet shows your withdrawals:", { label: "Open your wallet", url: `${origin}/wallet` }];
    case "account_closed":
      return GONE;
    default:
      return null;
  }
}

/** The link that keeps an account which is about to be closed. */
function keepOf({ origin, ...needs }: ToLink, { userId, until }: DueMail): Link {
  const token = keepLinkToken(needs, { member: userId, closesAt: until ?? "" });
  return { label: "Keep my account", url: `${origin}/keep-account?token=${token}` };
}

const inDays = (at: Date, days: number) => momentText(new Date(at.getTime() + days * DAY_MS));

/** The step that takes back what happened; null if none does. */
function undoOf({ origin, ...needs }: ToLink, { change, added, at }: DueMail): Step | null {
  if (change !== null) {
    return {
      text: `Undo the change by ${inDays(at, SESSION.undoEmailDays)}. That restores this address, signs everyone out, and freezes your account.`,
      link: { label: "Undo the change", url: `${origin}/undo-email-change?token=${undoEmailToken(needs, change)}` },
    };
  }
  if (added === null) return null;
  return {
    text: `Undo it by ${inDays(at, SECURITY.linkDays)}. That removes what was added, signs everyone out, and freezes your account.`,
    link: {
      label: "Remove it and freeze my account",
      url: `${origin}/undo-added?token=${undoAddedToken(needs, added, at)}`,
    },
  };
}

async function send(
  { db, sendMail, origin, ...needs }: Needs,
  sender: Pick<Letter, "brand" | "logo">,
  mail: DueMail,
): Promise<void> {
  const { language } = mail;
  const { name } = sender.brand;
  await sendMail(
    letter({
      ...sender,
      to: mail.email,
      language,
      subject: { said: language === "en" ? `${mail.title} on ${name}` : `${name}: ${translate(language, mail.title)}` },
      heading: mail.heading,
      greeting: `Hello ${mail.username},`,
      parts: [
        mail.message,
        { facts: mail.facts },
        ...whatToDo({ origin, ...needs }, mail),
        ...(mail.isLast ? [ONLY_LISTED, settingsAt(origin)] : []),
      ],
      footer: [ABOUT_SECURITY],
      site: origin,
    }),
  );
  await mailSent(db, mail.id);
}
