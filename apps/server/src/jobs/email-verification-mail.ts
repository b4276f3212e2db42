import { createEmailVerification } from "@bbux/api";
import { APP, SESSION } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { z } from "zod";
import type { SendMail } from "../mail.ts";
import { defineJob, ONE_MAIL } from "./define-job.ts";

export const mailEmailVerification = defineJob({
  name: "email-verification-mail",
  payload: z.object({ userId: z.string() }),
  ...ONE_MAIL,
  run: (needs, { userId }) => sendEmailVerification({ ...needs, origin: needs.origin() }, userId, needs.now()),
});

/** Mails the link that confirms a member's address, unless it is confirmed or the member has many links already. */
export async function sendEmailVerification(
  deps: { db: Database; sendMail: SendMail; origin: string },
  userId: string,
  now: Date,
): Promise<void> {
  const made = await createEmailVerification(deps.db, userId, now);
  if (!made) return;
  await deps.sendMail({
    to: made.email,
    subject: `Confirm your email address for ${APP.name}`,
    text: [
      `Hello ${made.username},`,
      "",
      `An account on ${APP.name} was opened with this email address. To confirm that it's yours, open this link within ${SESSION.verifyHours} hours:`,
      "",
      `${deps.origin}/verify-email?token=${made.token}`,
      "",
      "The link works once. Until then you can read, ask one question and give three answers a day.",
      "",
      "If you didn't open an account, you don't need to do anything.",
      "",
    ].join("\n"),
  });
}
