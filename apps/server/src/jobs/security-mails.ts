import {
  brandWithLogo,
  type DueMail,
  freezeLinkToken,
  keepLinkToken,
  mailSent,
  type Services,
  takeDueMails,
  translate,
  undoEmailToken,
} from "@bbux/api";
import { SESSION } from "@bbux/contract";
import type { Database } from "@bbux/db";
import type { FastifyBaseLogger } from "fastify";
import { type Letter, type Link, letter } from "../letter.ts";
import type { SendMail } from "../mail.ts";
import { within } from "../within.ts";
import { defineJob, noPayload } from "./define-job.ts";

/** How long one mail may take (ms). */
const PATIENCE_MS = 25_000;
const AT_ONCE = 10;

interface Needs extends Pick<Services, "vault" | "now"> {
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

/** To someone who no longer has an account. */
const GONE = [
  "You don't need to do anything. This is our last email about this account.",
  "If you didn't close it, someone may know your password. Change it wherever else you use it.",
];

function whatToDo({ origin, ...needs }: Pick<Needs, "origin" | "vault" | "now">, mail: DueMail): (string | Link)[] {
  const reset = { label: "Set a new password", url: `${origin}/forgot-password` };
  if (mail.kind === "account_frozen" || mail.kind === "email_restored") {
    return ["To use it again, set a new password:", reset];
  }
  // Freezing is what someone who guesses may want the owner to do.
  if (mail.kind === "failed_sign_ins") {
    return [
      "If that was you, you don't need to do anything.",
      "If it wasn't, someone may be guessing your password. They can't lock you out. Add a passkey or an authenticator app, and a guessed password alone signs no one in:",
      { label: "Open your security settings", url: `${origin}/settings?tab=security` },
      "If your password is short or you use it elsewhere, set a new one:",
      reset,
    ];
  }
  if (mail.kind === "wrong_codes") {
    return [
      "If that was you, you don't need to do anything.",
      "If it wasn't, set a new password now. That also signs everyone out:",
      reset,
      "Then check what else signs you in:",
      { label: "Open your security settings", url: `${origin}/settings?tab=security` },
    ];
  }
  // A moderator did it.
  if (mail.kind === "withdrawals_frozen" || mail.kind === "withdrawals_unfrozen") {
    return ["Your wallet shows your withdrawals:", { label: "Open your wallet", url: `${origin}/wallet` }];
  }
  if (mail.kind === "account_closed") return GONE;
  const freezeToken = freezeLinkToken(needs, mail.userId, needs.now());
  const freeze = { label: "Freeze my account", url: `${origin}/freeze?token=${freezeToken}` };
  const itWas = "If that was you, you don't need to do anything.";
  const then = ["Then set a new password, which ends the freeze:", reset];
  if (mail.kind === "account_closing") {
    const token = keepLinkToken(needs, { member: mail.userId, closesAt: mail.until ?? "" });
    const keep = { label: "Keep my account", url: `${origin}/keep-account?token=${token}` };
    const act = "If it wasn't, freeze your account. That keeps it, too, and holds withdrawals:";
    return [itWas, "If you've changed your mind, open this link before then:", keep, act, freeze, ...then];
  }
  if (mail.change === null) {
    const act = "If it wasn't, freeze your account right away. That signs everyone out and holds withdrawals:";
    return [itWas, act, freeze, ...then];
  }
  return [
    itWas,
    `If it wasn't, undo it within ${SESSION.undoEmailDays} days. That brings this address back, signs everyone out and freezes the account:`,
    { label: "Undo the change", url: `${origin}/undo-email-change?token=${undoEmailToken(needs, mail.change)}` },
    ...then,
    "If that link no longer works, you can still freeze the account:",
    freeze,
  ];
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
      greeting: `Hello ${mail.username},`,
      parts: [`${mail.message}\n${mail.circumstances}`, ...whatToDo({ origin, ...needs }, mail)],
    }),
  );
  await mailSent(db, mail.id);
}
