import {
  brandWithLogo,
  createPasswordReset,
  type JobPayloads,
  originFacts,
  type Services,
  undoableChange,
  undoEmailToken,
} from "@bbux/api";
import { SESSION } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { z } from "zod";
import { ABOUT_SECURITY, letter, lifetimeText } from "../letter.ts";
import type { SendMail } from "../mail.ts";
import { defineJob, ONE_MAIL } from "./define-job.ts";

export const mailPasswordReset = defineJob({
  name: "password-reset-mail",
  payload: z.object({
    email: z.string(),
    askedAt: z.string().optional(),
    device: z.string().nullish(),
    network: z.string().nullish(),
  }),
  ...ONE_MAIL,
  // One address can't delay the others' mails.
  oncePer: ({ email }) => ({ key: email.toLowerCase(), seconds: 60 }),
  run: (needs, asked) => sendPasswordReset({ ...needs, origin: needs.origin() }, asked, needs.now()),
});

/**
 * Mails the link to set a new password, if the email has an account that isn't mailed too often; at an address that an account had until
 * it was changed, the link that undoes the change. The requester can't see which.
 */
export async function sendPasswordReset(
  deps: { db: Database; sendMail: SendMail; origin: string; vault: Services["vault"] },
  { email, askedAt, device = null, network = null }: JobPayloads["password-reset-mail"],
  now: Date,
): Promise<void> {
  const at = askedAt === undefined ? null : new Date(askedAt);
  const reset = await createPasswordReset(deps.db, email, now, at);
  if (!reset) return sendUndo(deps, email, now);
  const { brand, logo } = await brandWithLogo(deps.db);
  await deps.sendMail(
    letter({
      brand,
      logo,
      to: reset.email,
      language: reset.language,
      subject: `Set a new password for ${brand.name}`,
      heading: "Set a new password",
      greeting: `Hello ${reset.username},`,
      parts: [
        `Someone asked for a new password for your ${brand.name} account. To set one, open this link within ${lifetimeText(SESSION.resetMinutes)}.`,
        { label: "Set a new password", url: `${deps.origin}/reset-password?token=${reset.token}` },
        { facts: originFacts({ at: at ?? now, device, network, language: reset.language }) },
        "The link works once. If you didn't ask for it, you can ignore this email. Nothing changes until someone uses the link.",
      ],
      footer: [ABOUT_SECURITY],
      site: deps.origin,
    }),
  );
}

async function sendUndo(deps: Parameters<typeof sendPasswordReset>[0], email: string, now: Date): Promise<void> {
  const change = await undoableChange(deps.db, email, now);
  if (!change) return;
  const { brand, logo } = await brandWithLogo(deps.db);
  await deps.sendMail(
    letter({
      brand,
      logo,
      to: change.email,
      language: change.language,
      subject: `Your email address on ${brand.name} was changed`,
      heading: "Email address changed",
      greeting: `Hello ${change.username},`,
      parts: [
        "Someone asked for a new password at this address. Your account has a different address now, so we send that link only there.",
        "If you didn't change it, undo the change. That restores this address, signs everyone out, and freezes your account until you set a new password:",
        { label: "Undo the change", url: `${deps.origin}/undo-email-change?token=${undoEmailToken(deps, change.id)}` },
      ],
      footer: [ABOUT_SECURITY],
      site: deps.origin,
    }),
  );
}
