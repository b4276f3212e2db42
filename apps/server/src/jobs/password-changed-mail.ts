import { APP } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { z } from "zod";
import type { SendMail } from "../mail.ts";
import { defineJob, ONE_MAIL } from "./define-job.ts";

const payload = z.object({ userId: z.string(), at: z.string(), device: z.string().nullable() });

export const mailPasswordChanged = defineJob({
  name: "password-changed-mail",
  payload,
  ...ONE_MAIL,
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
  const from = device === null ? null : nameOf(device);
  await sendMail({
    to: member.email,
    subject: `Your ${APP.name} password was changed`,
    text: [
      `Hello ${member.username},`,
      "",
      `The password of your ${APP.name} account was changed on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC${from === null ? "" : `, from ${from}`}. All other devices were signed out.`,
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

const BROWSERS = { "Edg/": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari" };
const SYSTEMS = {
  Android: "Android",
  iPhone: "an iPhone",
  iPad: "an iPad",
  Windows: "Windows",
  Mac: "a Mac",
  Linux: "Linux",
};

/** Names the browser and the system in our own words, because whoever changed the password controls the user agent. */
function nameOf(userAgent: string): string | null {
  const known = (names: Record<string, string>) =>
    Object.entries(names).find(([mark]) => userAgent.includes(mark))?.[1];
  const [browser, system] = [known(BROWSERS), known(SYSTEMS)];
  if (!browser && !system) return null;
  return [browser ?? "an app", ...(system ? [`on ${system}`] : [])].join(" ");
}
