import { type AnyNotificationKind, FLAG_TARGETS, type FlagTarget } from "@bbux/contract";
import { z } from "zod";

/** A title, which texts quote. */
const subject = z.string().transform((title) => `“${title}”`);
/** What texts say in place of the title of a post that a moderator has hidden, or its author removed. */
const GONE = "a post that's no longer visible";

/** Who did it and to what; `actors` are usernames, latest first. */
const about = { actors: z.array(z.string()), subject };
const what = z.enum(["post", "answer", "comment"]);
/** What a moderator did. */
const act = z.enum([
  "hidden",
  "restored",
  "flags_upheld",
  "closed",
  "appeal_granted",
  "appeal_denied",
  "suspended",
  "unsuspended",
  "sessions_ended",
  "file_removed",
]);

/** The data of each kind, turned into text when it is read. */
const schemas = {
  answer: z.object(about),
  comment: z.object(about),
  accepted: z.object(about),
  bounty_won: z.object({ subject, amount: z.string() }),
  bounty_expiring: z.object({ subject, amount: z.string() }),
  bounty_settled: z.object({ subject, amount: z.string(), paid: z.boolean() }),
  refund: z.object({
    subject,
    amount: z.string(),
    what: z.enum(["asked", "completed", "rejected", "expired", "granted", "denied", "lapsed"]),
  }),
  settlement: z.object({
    subject,
    amount: z.string(),
    what: z.enum(["pays", "returns", "objected", "upheld", "refused", "unsupported"]),
    winner: z.string().nullable(),
    on: z.string(),
  }),
  deposit: z.object({ amount: z.string(), direct: z.boolean().default(false) }),
  withdrawal: z.object({ amount: z.string(), returned: z.boolean(), reason: z.string().nullish() }),
  proposal: z.object({ subject, became: z.enum(["passed", "rejected", "executed"]) }),
  tag: z.object({ subject, as: subject.nullable(), reason: z.string().nullable() }),
  votes: z.object({ what, subject, upvotes: z.int() }),
  mention: z.object({ ...about, what: z.enum([...what.options, "message"]) }),
  rating: z.object({ rating: z.int() }),
  milestone: z.object({ points: z.int(), title: z.string() }),
  role: z.object({ role: z.string() }),
  moderation: z.object({ act, what: z.enum(FLAG_TARGETS), subject, reason: z.string() }),
  security: z.object({ title: z.string(), message: z.string() }),
} satisfies Record<AnyNotificationKind, z.ZodType>;

export type NotificationData = { [Kind in AnyNotificationKind]: z.input<(typeof schemas)[Kind]> };

interface Texts {
  readonly title: string;
  readonly message: string;
}

const refundTexts: Record<
  "asked" | "completed" | "rejected" | "expired" | "granted" | "denied" | "lapsed",
  (subject: string, amount: string) => Texts
> = {
  asked: (subject, amount) => ({
    title: "Refund requested",
    message: `The asker of ${subject} requested a refund of the bounty of ${amount} BBUX. Members vote on it for 48 hours.`,
  }),
  completed: (subject, amount) => ({
    title: `${amount} BBUX refunded`,
    message: `The refund of the bounty on ${subject} was approved. The bounty is back in your balance.`,
  }),
  rejected: (subject) => ({
    title: "Refund rejected",
    message: `Members voted against refunding the bounty on ${subject}. You can appeal until it's settled.`,
  }),
  expired: (subject) => ({
    title: "Refund not approved",
    message: `Too few members voted on refunding the bounty on ${subject}. You can appeal until it's settled.`,
  }),
  granted: (subject, amount) => ({
    title: `${amount} BBUX refunded`,
    message: `A moderator granted your appeal. The bounty on ${subject} is back in your balance.`,
  }),
  denied: (subject) => ({
    title: "Appeal denied",
    message: `A moderator denied your appeal, so the bounty on ${subject} isn't refunded. It will be settled.`,
  }),
  lapsed: (subject) => ({
    title: "Appeal lapsed",
    message: `No moderator decided your appeal about the bounty on ${subject} in time, so the bounty will be settled.`,
  }),
};

/** What is announced before a bounty is settled, and the objection to it. */
function settlementTexts({ subject, amount, what, winner, on }: z.output<(typeof schemas)["settlement"]>): Texts {
  const day = new Date(on).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });
  const texts: Record<typeof what, Texts> = {
    pays: {
      title: `${amount} BBUX will be paid on ${day}`,
      message: `As votes stand now, ${winner ?? "the best answer"} gets the bounty on ${subject}`,
    },
    returns: {
      title: `${amount} BBUX will go back on ${day}`,
      message: `As votes stand now, no answer gets the bounty on ${subject}, and it goes back to the asker`,
    },
    objected: {
      title: "A member objected to a payment",
      message: `Members vote for 48 hours on whether the bounty of ${amount} BBUX on ${subject} is paid or goes back to the asker`,
    },
    upheld: {
      title: "An objection was upheld",
      message: `Members voted for the objection, so the bounty of ${amount} BBUX on ${subject} went back to the asker`,
    },
    refused: {
      title: "An objection was rejected",
      message: `Members voted against the objection, so the bounty of ${amount} BBUX on ${subject} will be paid as announced`,
    },
    unsupported: {
      title: "An objection got too few votes",
      message: `The bounty of ${amount} BBUX on ${subject} is paid as announced`,
    },
  };
  return texts[what];
}

type Writers = { [Kind in AnyNotificationKind]: (data: z.output<(typeof schemas)[Kind]>, count: number) => Texts };

const writers: Writers = {
  answer: ({ actors, subject }, count) => ({
    title: plural(count, "new answer"),
    message: `${names(actors, count)} answered ${subject}`,
  }),
  comment: ({ actors, subject }, count) => ({
    title: plural(count, "new comment"),
    message: `${names(actors, count)} commented on ${subject}`,
  }),
  accepted: ({ actors, subject }) => ({
    title: "Answer accepted",
    message: `${names(actors, 1)} accepted your answer to ${subject}`,
  }),
  bounty_won: ({ subject, amount }) => ({
    title: `You won ${amount} BBUX`,
    message: `Your answer to ${subject} was accepted and its bounty is in your wallet`,
  }),
  bounty_expiring: ({ subject, amount }) => ({
    title: "A bounty expires within a day",
    message: `The bounty of ${amount} BBUX on ${subject} is about to expire. Accept the answer that helped, if there is one.`,
  }),
  bounty_settled: ({ subject, amount, paid }) => ({
    title: paid ? "Your bounty was settled" : `${amount} BBUX returned`,
    message: paid
      ? `The bounty of ${amount} BBUX on ${subject} went to the answer with the most votes.`
      : `No answer to ${subject} could win its bounty by the payout date. It's back in your balance.`,
  }),
  settlement: settlementTexts,
  refund: ({ subject, amount, what: event }) => refundTexts[event](subject, amount),
  deposit: ({ amount, direct }) => ({
    title: `${amount} BBUX credited`,
    message: direct
      ? `Your purchase is complete: ${amount} BBUX is in your balance.`
      : `${amount} SOL arrived at your deposit address and is in your balance now`,
  }),
  withdrawal: ({ amount, returned, reason }) =>
    returned
      ? {
          title: "Withdrawal failed",
          message: [
            "Your withdrawal could not be paid out.",
            ...(reason ? [`${reason.replace(/[.!?]*$/, "")}.`] : []),
            `${amount} BBUX, including the fee, is back in your balance.`,
          ].join(" "),
        }
      : { title: "Withdrawal completed", message: `${amount} SOL has arrived at the address you gave` },
  proposal: ({ subject, became }) => ({
    title: { passed: "Proposal passed", rejected: "Proposal rejected", executed: "Proposal carried out" }[became],
    message: {
      passed: `The proposal ${subject} has passed`,
      rejected: `The proposal ${subject} didn't get enough votes`,
      executed: `The proposal ${subject} has been carried out`,
    }[became],
  }),
  tag: ({ subject, as, reason }) =>
    as === null
      ? { title: "Tag declined", message: `The tag ${subject} that you proposed was declined: ${reason ?? ""}` }
      : {
          title: "Tag added",
          message:
            as === subject
              ? `Staff approved the tag ${subject} that you proposed. You can use it now.`
              : `The tag ${subject} that you proposed is added as ${as}. You can use it now.`,
        },
  votes: ({ what: target, subject, upvotes }) => ({
    title: plural(upvotes, "upvote"),
    message: {
      post: `Your post ${subject} has ${plural(upvotes, "upvote")}`,
      answer: `Your answer on ${subject} has ${plural(upvotes, "upvote")}`,
      comment: `Your comment on ${subject} has ${plural(upvotes, "upvote")}`,
    }[target],
  }),
  mention: ({ actors, subject }, count) => ({
    title: "You were mentioned",
    message: `${names(actors, count)} mentioned you in ${subject}`,
  }),
  // The rater isn't named, so members can rate without fear.
  rating: ({ rating }) => ({
    title: "Your integrity was rated",
    message: `Another member rated your integrity ${rating} out of 10`,
  }),
  milestone: ({ points, title }) => ({
    title: `${points} reputation points`,
    message: [`You have reached ${points} points.`, titles[title]].filter(Boolean).join(" "),
  }),
  role: ({ role }) => ({
    title: "Your role has changed",
    message: roles[role] ?? "Your role has changed",
  }),
  security: ({ title, message }) => ({ title, message }),
  moderation: ({ act: done, what: target, subject, reason }) => {
    const { title, says } = decisions[done];
    return {
      title,
      message: `${says(thingOf(target, subject))}: ${reason}`,
    };
  },
};

/** A sentence for each title of a level, so that it can be translated. */
const titles: Readonly<Record<string, string>> = {
  Newbie: "Your title is Newbie.",
  Member: "Your title is Member.",
  Contributor: "Your title is Contributor.",
  Regular: "Your title is Regular.",
  Veteran: "Your title is Veteran.",
  Expert: "Your title is Expert.",
  Legend: "Your title is Legend.",
};

const roles: Readonly<Record<string, string>> = {
  user: "You no longer have a staff role",
  moderator: "You're now a moderator",
  admin: "You're now an admin",
};

function thingOf(target: FlagTarget, subject: string): string {
  if (target === "post") return `post ${subject}`;
  return target === "message" ? `message in ${subject}` : `${target} on ${subject}`;
}

/** A moderator's decision about the member's content; the reason follows it. */
const decisions: Readonly<Record<z.output<typeof act>, { title: string; says: (thing: string) => string }>> = {
  hidden: { title: "Hidden by a moderator", says: (thing) => `Your ${thing} is hidden` },
  restored: { title: "Restored by a moderator", says: (thing) => `Your ${thing} is visible again` },
  flags_upheld: { title: "A flag was upheld", says: () => "A moderator upheld a flag against you" },
  closed: { title: "Closed by a moderator", says: (thing) => `Your ${thing} takes no more answers` },
  appeal_granted: { title: "Your appeal was granted", says: (thing) => `Your ${thing} is visible again` },
  appeal_denied: { title: "Your appeal was denied", says: (thing) => `Your ${thing} stays hidden` },
  suspended: { title: "Your account is suspended", says: () => "You can still sign in and withdraw your BBUX" },
  unsuspended: { title: "Your suspension has ended", says: () => "You have full access again" },
  sessions_ended: { title: "You were signed out", says: () => "An admin ended all your sessions" },
  file_removed: { title: "A moderator removed a file", says: () => "A picture or video that you uploaded was deleted" },
};

/**
 * Turns a stored line into text. A kind that this version doesn't know is shown by its name, never as an error.
 * @param line.gone whether the reader can't see the post that it is about, so its title isn't shown
 */
export function wordsOf(line: {
  readonly kind: string;
  readonly count: number;
  readonly data: unknown;
  readonly gone: boolean;
}): Texts {
  const { kind } = line;
  return isKind(kind) ? write(kind, line) : unknown(kind);
}

function write<Kind extends AnyNotificationKind>(
  kind: Kind,
  { count, data, gone }: { readonly count: number; readonly data: unknown; readonly gone: boolean },
): Texts {
  const parsed = schemas[kind].safeParse(data);
  const writer = writers[kind] as (data: unknown, count: number) => Texts;
  if (!parsed.success) return unknown(kind);
  return writer(gone ? { ...parsed.data, subject: GONE } : parsed.data, count);
}

function unknown(kind: string): Texts {
  return { title: "News", message: kind.replaceAll("_", " ") };
}

function isKind(kind: string): kind is AnyNotificationKind {
  return Object.hasOwn(schemas, kind);
}

function plural(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

/** Names up to three actors. `count` events may come from fewer people. */
function names(actors: readonly string[], count: number): string {
  const [first = "Someone", second, third] = actors;
  if (second === undefined) return first;
  if (third === undefined) return `${first} and ${second}`;
  return count > 3 ? `${first}, ${second} and others` : `${first}, ${second} and ${third}`;
}
