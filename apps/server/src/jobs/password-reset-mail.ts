import { createPasswordReset } from "@bbux/api";
import { APP, SESSION } from "@bbux/contract";
import type { Database } from "@bbux/db";
import type { SendMail } from "../mail.ts";

/** Sends the link to set a new password, if the address has an account. What it does is not seen by who asked. */
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
