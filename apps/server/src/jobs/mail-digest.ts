import { type Digest, returnDigest, takeDigests } from "@bbux/api";
import { APP } from "@bbux/contract";
import type { Database } from "@bbux/db";
import type { FastifyBaseLogger } from "fastify";
import type { Mail, SendMail } from "../mail.ts";

/** Mails under way at once, and members in memory. */
const AT_ONCE = 10;

/**
 * Mails those who asked for it what is new and unread. A mail that cannot be sent is left for the next run.
 * @throws when none of ten could be sent: there is no use in going on
 * @returns how many were sent
 */
export async function sendDigests(deps: {
  db: Database;
  sendMail: SendMail;
  origin: string;
  log: FastifyBaseLogger;
  now: () => Date;
}): Promise<number> {
  const { db, sendMail, origin, log } = deps;
  let sent = 0;
  let after = "0";
  for (;;) {
    const digests = await takeDigests(db, after, AT_ONCE, deps.now());
    const results = await Promise.allSettled(
      digests.map(async (digest) => {
        try {
          await sendMail(mailOf(digest, origin));
        } catch (error) {
          await returnDigest(db, digest);
          throw error;
        }
      }),
    );
    const faults = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    sent += results.length - faults.length;
    if (faults.length > 0 && faults.length === results.length) throw faults[0];
    for (const err of faults) log.warn({ err }, "a digest could not be mailed");
    const last = digests.at(-1);
    if (!last || digests.length < AT_ONCE) return sent;
    after = last.memberId;
  }
}

function mailOf({ username, email, every, lines, more }: Digest, origin: string): Mail {
  const count = lines.length + more;
  const settings = `${origin}/settings?tab=account`;
  return {
    to: email,
    subject: `${count} ${count === 1 ? "notification" : "notifications"} on ${APP.name}`,
    text: [
      `Hello ${username},`,
      "",
      "this is new and unread:",
      "",
      ...lines.flatMap(({ title, message, navigation }) => [
        oneLine(title),
        oneLine(message),
        ...(navigation ? [`${origin}${navigation.url}`] : []),
        "",
      ]),
      ...(more > 0 ? [`… and ${more} more: ${origin}/community`, ""] : []),
      "-- ",
      `You get this mail because you asked for it ${every === "daily" ? "every day" : "every week"}. To change that or to switch it off:`,
      settings,
      "",
    ].join("\n"),
    unsubscribe: settings,
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
