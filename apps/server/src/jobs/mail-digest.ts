import {
  brandWithLogo,
  type Digest,
  findDigestsDue,
  returnDigest,
  type Services,
  takeDigest,
  unsubscribeToken,
} from "@bbux/api";
import { type Database, pagesByKey } from "@bbux/db";
import type { FastifyBaseLogger } from "fastify";
import { UNSUBSCRIBE_PATH } from "../http/unsubscribe.ts";
import { type Letter, letter } from "../letter.ts";
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
 * Mails new and unread notifications to members who asked for it and have confirmed their address. A mail that can't be sent is left for the next run.
 * @throws when none could be sent, or ten in a row couldn't, because continuing is pointless; and at the end if a member was
 *   being changed for too long, so that the job runs again for them
 * @returns how many were sent
 */
export async function sendDigests(deps: {
  db: Database;
  vault: Services["vault"];
  verifiesEmail: boolean;
  sendMail: SendMail;
  origin: string;
  log: FastifyBaseLogger;
  now: () => Date;
}): Promise<number> {
  const { db, sendMail, log } = deps;
  let sent = 0;
  let failedInARow: unknown[] = [];
  let untaken: unknown;
  const pages = pagesByKey({
    from: "0",
    read: (after) => findDigestsDue(deps, after, BATCH_SIZE, deps.now()),
    keyOf: (memberId) => memberId,
    batchSize: BATCH_SIZE,
  });
  const take = (memberId: string) =>
    takeDigest(deps, memberId, deps.now()).catch((error: unknown) => {
      untaken = error;
      throw error;
    });
  async function send(digest: Digest): Promise<void> {
    try {
      await sendMail(mailOf(digest, deps, await brandWithLogo(db)));
    } catch (error) {
      await returnDigest(db, digest).catch((err: unknown) => log.error({ err }, "a digest could not be put back"));
      throw error;
    }
  }
  for await (const members of pages) {
    await Promise.all(
      members.map(async (memberId) => {
        try {
          const digest = await take(memberId);
          if (digest === null) return;
          await send(digest);
          sent += 1;
          failedInARow = [];
        } catch (err) {
          failedInARow.push(err);
          log.warn({ err }, "a digest could not be mailed");
        }
      }),
    );
    if (failedInARow.length >= BATCH_SIZE) throw failedInARow[0];
  }
  if (untaken !== undefined) throw untaken;
  if (sent === 0 && failedInARow.length > 0) throw failedInARow[0];
  return sent;
}

function mailOf(
  { memberId, username, email, language, every, lines, more }: Digest,
  { origin, vault }: { readonly origin: string; readonly vault: Services["vault"] },
  sender: Pick<Letter, "brand" | "logo">,
): Mail {
  const count = lines.length + more;
  const unsubscribe = `${origin}${UNSUBSCRIBE_PATH}?token=${unsubscribeToken({ vault }, { memberId, email })}`;
  return letter({
    ...sender,
    to: email,
    language,
    subject: count === 1 ? `1 notification on ${sender.brand.name}` : `${count} notifications on ${sender.brand.name}`,
    greeting: `Hello ${username},`,
    parts: [
      "Here's what you haven't read yet:",
      ...lines.map(({ title, message, navigation }) => ({
        title: oneLine(title),
        message: oneLine(message),
        ...(navigation && { url: `${origin}${navigation.url}` }),
      })),
      ...(more > 0
        ? [`And ${more} more notifications:`, { label: "Open the community", url: `${origin}/community` }]
        : []),
    ],
    footer: [
      every === "daily"
        ? "You're getting this email because you asked for one every day. Change how often in your settings:"
        : "You're getting this email because you asked for one every week. Change how often in your settings:",
      { label: "Email settings", url: `${origin}/settings?tab=account` },
      "Or turn it off without signing in:",
      { label: "Unsubscribe", url: unsubscribe },
    ],
    site: origin,
    unsubscribe,
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
