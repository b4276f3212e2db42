import { type DueMail, freezeLinkToken, mailSent, type Services, takeDueMails, undoEmailToken } from "@bbux/api";
import { APP, SESSION } from "@bbux/contract";
import type { Database } from "@bbux/db";
import type { FastifyBaseLogger } from "fastify";
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
  const next = due.values();
  const work = async () => {
    for (const mail of next) {
      await within(PATIENCE_MS, send(needs, mail), "The mail took too long").catch((err: unknown) =>
        needs.log.warn({ err, event: mail.id }, "a mail about security wasn't sent; it is tried again"),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function whatToDo({ origin, ...needs }: Pick<Needs, "origin" | "vault" | "now">, mail: DueMail): string[] {
  const reset = ["", `${origin}/forgot-password`];
  if (mail.kind === "account_frozen" || mail.kind === "email_restored") {
    return ["To use it again, set a new password:", ...reset];
  }
  // A moderator did it.
  if (mail.kind === "withdrawals_frozen" || mail.kind === "withdrawals_unfrozen") {
    return ["Your wallet shows your withdrawals:", "", `${origin}/wallet`];
  }
  const freeze = `${origin}/freeze?token=${freezeLinkToken(needs, mail.userId, needs.now())}`;
  const itWas = ["If that was you, you don't need to do anything.", ""];
  const then = ["", "Then set a new password, which ends the freeze:", ...reset];
  if (mail.change === null) {
    const act = "If it wasn't, freeze your account right away. That signs everyone out and holds withdrawals:";
    return [...itWas, act, "", freeze, ...then];
  }
  return [
    ...itWas,
    `If it wasn't, undo it within ${SESSION.undoEmailDays} days. That brings this address back, signs everyone out and freezes the account:`,
    "",
    `${origin}/undo-email-change?token=${undoEmailToken(needs, mail.change)}`,
    ...then,
    "",
    "If that link no longer works, you can still freeze the account:",
    "",
    freeze,
  ];
}

async function send({ db, sendMail, origin, ...needs }: Needs, mail: DueMail): Promise<void> {
  await sendMail({
    to: mail.email,
    subject: `${mail.title} on ${APP.name}`,
    text: [
      `Hello ${mail.username},`,
      "",
      mail.message,
      mail.circumstances,
      "",
      ...whatToDo({ origin, ...needs }, mail),
      "",
    ].join("\n"),
  });
  await mailSent(db, mail.id);
}
