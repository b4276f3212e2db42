import { type DueMail, freezeLinkToken, mailSent, type Services, takeDueMails } from "@bbux/api";
import { APP } from "@bbux/contract";
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
      ...(mail.kind === "account_frozen"
        ? ["To use it again, set a new password:"]
        : [
            "If that was you, you don't need to do anything.",
            "",
            "If it wasn't, freeze your account right away. That signs everyone out and holds withdrawals:",
            "",
            `${origin}/freeze?token=${freezeLinkToken(needs, mail.userId, needs.now())}`,
            "",
            "Then set a new password, which ends the freeze:",
          ]),
      "",
      `${origin}/forgot-password`,
      "",
    ].join("\n"),
  });
  await mailSent(db, mail.id);
}
