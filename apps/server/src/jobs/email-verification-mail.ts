import { brandWithLogo, createEmailVerification } from "@bbux/api";
import { SESSION } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { z } from "zod";
import { letter, lifetimeText } from "../letter.ts";
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
  const { brand, logo } = await brandWithLogo(deps.db);
  await deps.sendMail(
    letter({
      brand,
      logo,
      to: made.email,
      language: made.language,
      subject: `Confirm your email address for ${brand.name}`,
      heading: "Confirm your email address",
      greeting: `Hello ${made.username},`,
      parts: [
        `Someone created an account on ${brand.name} with this email address. To confirm it's yours, open this link within ${lifetimeText(SESSION.verifyHours * 60)}.`,
        { label: "Confirm email address", url: `${deps.origin}/verify-email?token=${made.token}` },
        "The link works once. Until then, you can read, ask one question, and give three answers a day.",
        "If that wasn't you, you can ignore this email.",
      ],
      footer: [`You're getting this email because someone entered this address on ${brand.name}.`],
      site: deps.origin,
    }),
  );
}
