import { type Digest, returnDigest, takeDigests } from "@bbux/api";
import { APP } from "@bbux/contract";
import { type Database, pagesByKey } from "@bbux/db";
import type { FastifyBaseLogger } from "fastify";
import type { Mail, SendMail } from "../mail.ts";
import { defineScheduledJob } from "./define-job.ts";

export const mailDigests = defineScheduledJob({
  name: "mail-digest",
  schedule: "30 6 * * *",
  // Mails wait for their server.
  expireInSeconds: 7_200,
  run: (needs) => sendDigests({ ...needs, origin: needs.origin() }),
});

/** Mails being sent at the same time, and members in memory. */
const BATCH_SIZE = 10;

/**
 * Mails new and unread notifications to members who asked for it. A mail that can't be sent is left for the next run.
 * @throws when none of ten could be sent, because continuing is pointless
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
  const pages = pagesByKey({
    from: "0",
    read: (after) => takeDigests(db, after, BATCH_SIZE, deps.now()),
    keyOf: ({ memberId }) => memberId,
    batchSize: BATCH_SIZE,
  });
  for await (const digests of pages) {
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
  }
  return sent;
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
