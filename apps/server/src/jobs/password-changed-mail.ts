import { APP } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { z } from "zod";
import type { SendMail } from "../mail.ts";
import { defineJob } from "./define-job.ts";

const payload = z.object({ userId: z.string(), at: z.string(), device: z.string().nullable() });

export const mailPasswordChanged = defineJob({
  name: "password-changed-mail",
  payload,
  queue: { retryLimit: 5, retryBackoff: true, expireInSeconds: 60 },
  pollSeconds: 1,
  run: (needs, change) => sendPasswordChanged({ ...needs, origin: needs.origin() }, change),
});

/** Tells a member that their password was changed, by them or by someone who shouldn't have been able to. */
export async function sendPasswordChanged(
  { db, sendMail, origin }: { db: Database; sendMail: SendMail; origin: string },
  { userId, at, device }: z.infer<typeof payload>,
): Promise<void> {
  const member = await db.selectFrom("users").select(["username", "email"]).where("id", "=", userId).executeTakeFirst();
  // They may have left since.
  if (!member?.email) return;
  await sendMail({
    to: member.email,
    subject: `Your ${APP.name} password was changed`,
    text: [
      `Hello ${member.username},`,
      "",
      `The password of your ${APP.name} account was changed on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC${device === null ? "" : `, from ${nameOf(device)}`}. All other devices were signed out.`,
      "",
      "If that was you, you don't need to do anything.",
      "",
      "If it wasn't, set a new password right away. That signs everyone out:",
      "",
      `${origin}/forgot-password`,
      "",
    ].join("\n"),
  });
}

/** What a browser or client calls itself, on one line. */
function nameOf(userAgent: string): string {
  return `"${userAgent.replace(/[^\x20-\x7e]/g, "").slice(0, 120)}"`;
}
