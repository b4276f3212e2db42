// No zod here: rules and screens use these.
import type { ErrorCode } from "../platform/errors.ts";
import { UPLOADS } from "../platform/upload-limits.ts";

/** How far members are trusted: their address isn't confirmed; it is; others have given them points (docs/adr/0031); staff. */
export const TRUST_LEVELS = ["new", "verified", "established", "staff"] as const;
export type TrustLevel = (typeof TRUST_LEVELS)[number];

/**
 * What is limited by trust level. `characters` are those of posts, answers and comments, written or edited; `uploads` are bytes; `tags` are
 * proposed ones.
 */
export const TRUST_KINDS = [
  "posts",
  "answers",
  "comments",
  "votes",
  "flags",
  "links",
  "mentions",
  "characters",
  "uploads",
  "messages",
  "tags",
] as const;
export type TrustKind = (typeof TRUST_KINDS)[number];

/** The most of one kind within 24 hours of its first use, and within a minute. */
export interface TrustLimit {
  readonly day: number;
  readonly minute?: number;
}

const MiB = 1024 ** 2;

/**
 * How much members may do, by trust level (docs/adr/0043). Whatever has 0 at `new` needs a confirmed email address. The limits for posts
 * and answers at `new` hold even where the others are off (docs/adr/0035).
 */
export const TRUST_LIMITS = {
  new: {
    posts: { day: 1 },
    answers: { day: 3 },
    comments: { day: 0 },
    votes: { day: 0 },
    flags: { day: 0 },
    links: { day: 2 },
    mentions: { day: 3 },
    characters: { day: 100_000 },
    uploads: { day: 20 * MiB },
    messages: { day: 0 },
    tags: { day: 0 },
  },
  verified: {
    posts: { day: 10, minute: 3 },
    answers: { day: 40, minute: 8 },
    comments: { day: 100, minute: 15 },
    votes: { day: 100 },
    flags: { day: 30 },
    links: { day: 20 },
    mentions: { day: 30 },
    characters: { day: 300_000 },
    uploads: { day: 300 * MiB },
    messages: { day: 300 },
    tags: { day: 3 },
  },
  established: {
    posts: { day: 30, minute: 5 },
    answers: { day: 100, minute: 10 },
    comments: { day: 300, minute: 20 },
    votes: { day: 500 },
    flags: { day: 100 },
    links: { day: 200 },
    mentions: { day: 200 },
    characters: { day: 2_000_000 },
    uploads: { day: 2_048 * MiB },
    messages: { day: 2_000 },
    tags: { day: 10 },
  },
  staff: {
    posts: { day: 100, minute: 10 },
    answers: { day: 300, minute: 20 },
    comments: { day: 1_000, minute: 30 },
    votes: { day: 1_000 },
    flags: { day: 500 },
    links: { day: 1_000 },
    mentions: { day: 1_000 },
    characters: { day: 10_000_000 },
    uploads: { day: UPLOADS.perDay.bytes },
    messages: { day: 5_000 },
    tags: { day: 50 },
  },
} as const satisfies Record<TrustLevel, Record<TrustKind, TrustLimit>>;

/** The refusal of each kind. */
export const TRUST_CODES = {
  posts: "POST_LIMIT",
  answers: "ANSWER_LIMIT",
  comments: "COMMENT_LIMIT",
  votes: "VOTE_LIMIT",
  flags: "FLAG_LIMIT",
  links: "LINK_LIMIT",
  mentions: "MENTION_LIMIT",
  characters: "TEXT_LIMIT",
  uploads: "UPLOAD_LIMIT",
  messages: "MESSAGE_LIMIT",
  tags: "TAG_LIMIT",
} as const satisfies Record<TrustKind, ErrorCode>;

/** Refusals of whatever writes or edits a text. */
export const TEXT_REFUSALS = [TRUST_CODES.characters, TRUST_CODES.links, TRUST_CODES.mentions] as const;

/** The limit of a kind at a level. */
export const trustLimit = (level: TrustLevel, kind: TrustKind): TrustLimit => TRUST_LIMITS[level][kind];

/** The next level that may do more of a kind, or null. Nobody becomes staff by waiting, so it's never named. */
export function levelAbove(level: TrustLevel, kind: TrustKind): Exclude<TrustLevel, "new" | "staff"> | null {
  const rank = TRUST_LEVELS.indexOf(level);
  const higher = (["verified", "established"] as const).filter((one) => TRUST_LEVELS.indexOf(one) > rank);
  return higher.find((one) => trustLimit(one, kind).day > trustLimit(level, kind).day) ?? null;
}
