import { brandWithLogo, issueEmailChange } from "@bbux/api";
import { SESSION } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { z } from "zod";
import { letter, lifetimeText } from "../letter.ts";
import type { SendMail } from "../mail.ts";
import { defineJob, ONE_MAIL } from "./define-job.ts";

export const mailEmailChange = defineJob({
  name: "email-change-mail",
  payload: z.object({ userId: z.string(), newEmail: z.string() }),
  ...ONE_MAIL,
  run: (needs, asked) => sendEmailChange({ ...needs, origin: needs.origin() }, asked, needs.now()),
});

/** Mails the link that changes a member's address to the new one; if another account has confirmed it, its owner is notified instead. */
export async function sendEmailChange(
  deps: { db: Database; verifiesEmail: boolean; sendMail: SendMail; origin: string },
  asked: { readonly userId: string; readonly newEmail: string },
  now: Date,
): Promise<void> {
  const made = await issueEmailChange(deps, asked, now);
  if (!made) return;
  const { language } = made;
  const { brand, logo } = await brandWithLogo(deps.db);
  const on = {
    ...{ brand, logo, language, to: asked.newEmail, site: deps.origin },
    subject: `Your new email address for ${brand.name}`,
    heading: "Your new email address",
    footer: [`You're getting this email because someone entered this address on ${brand.name}.`],
  };
  await deps.sendMail(
    made.token === null
      ? letter({
          ...on,
          greeting: "Hello,",
          parts: [
            `Someone asked to use this email address for another account on ${brand.name}. It already belongs to an account, so nothing was changed.`,
            "If that was you, sign in with this address or use another one. If it wasn't, you don't need to do anything.",
          ],
        })
      : letter({
          ...on,
          greeting: `Hello ${made.username},`,
          parts: [
            `To use this email address for your account on ${brand.name}, open this link within ${lifetimeText(SESSION.verifyHours * 60)}.`,
            { label: "Use this email address", url: `${deps.origin}/confirm-email-change?token=${made.token}` },
            "The link works once. Until you open it, your account keeps its current address.",
            "If you didn't ask for this, you can ignore this email.",
          ],
        }),
  );
}
