import { createPasswordReset } from "@bbux/api";
import { APP, SESSION } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { z } from "zod";
import type { SendMail } from "../mail.ts";
import { defineJob, ONE_MAIL } from "./define-job.ts";

export const mailPasswordReset = defineJob({
  name: "password-reset-mail",
  payload: z.object({ email: z.string() }),
  ...ONE_MAIL,
  // One address can't delay the others' mails.
  oncePer: ({ email }) => ({ key: email.toLowerCase(), seconds: 60 }),
  run: (needs, { email }) => sendPasswordReset({ ...needs, origin: needs.origin() }, email, needs.now()),
});

/** Mails the link to set a new password, if the email has an account that isn't mailed too often. The requester can't see which. */
export async function sendPasswordReset(
  deps: { db: Database; sendMail: SendMail; origin: string },
  email: string,
  now: Date,
): Promise<void> {
  const reset = await createPasswordReset(deps.db, email, now);
  if (!reset) return;
  const link = `${deps.origin}/reset-password?token=${reset.token}`;
  await deps.sendMail({
    to: reset.email,
    subject: `Set a new password for ${APP.name}`,
    text: [
      `Hello ${reset.username},`,
      "",
      `somebody asked for a new password for your ${APP.name} account. To set one, open this link within ${SESSION.resetMinutes} minutes:`,
      "",
      link,
      "",
      "It works once. If it was not you, you need not do anything: your password stays as it is.",
      "",
    ].join("\n"),
  });
}
