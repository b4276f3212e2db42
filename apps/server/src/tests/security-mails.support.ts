import { sendSecurityMails } from "../jobs/security-mails.ts";
import type { Mail } from "../mail.ts";
import type { TestApp } from "../testing.ts";

/** Sends the mails about security that are due, with links to https://bbux.example. @returns them */
export async function dueSecurityMails(
  { services, database }: TestApp,
  { verifiesEmail = false } = {},
): Promise<readonly Mail[]> {
  const mails: Mail[] = [];
  await sendSecurityMails({
    db: database.db,
    verifiesEmail,
    vault: services.vault,
    origin: "https://bbux.example",
    log: { warn: () => undefined },
    sendMail: async (mail) => void mails.push(mail),
  });
  return mails;
}
