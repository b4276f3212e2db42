import { levelTitle, REPUTATION, REPUTATION_RULES, type ReputationAction } from "@bbux/contract";
import { type DB, statement } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Effects } from "../../platform/transactions/index.ts";
import { notify } from "../notifications/index.ts";

/** One reputation event, and when it counts: see the SQL function `reputation_award`. */
export interface Award {
  readonly action: ReputationAction;
  /** By default what the action is worth. */
  readonly points?: number;
  /** Allows the member only one row with this key. */
  readonly once?: string;
  /** The post that it is about. */
  readonly post?: string;
  /** The id of the post, answer or comment that caused it, so it can be reversed. */
  readonly source?: string;
  /** The established member whose act earned it. */
  readonly giver?: string;
  /** Adds the opposite of what this action and source earned. */
  readonly reverse?: true;
  readonly capGroup?: readonly ReputationAction[];
  readonly cap?: number;
  readonly when?: { readonly contributions: number } | { readonly accepted: number } | { readonly streak: number };
}

interface Awarded {
  readonly given: ReputationAction[];
  readonly reached: number[];
}

const callAward = statement(
  (member: string, entries: string, at: Date) =>
    sql<Awarded>`select given, reached from reputation_award(${member}, ${entries}::jsonb, ${at})`,
);

/**
 * Adds to a member's reputation, in one round trip. Locks the member's row, after the locks of content, ledger and
 * tags; for two members, the smaller id first (see {@link awardAll}).
 * @returns which of the entries were added
 */
export async function award(
  trx: Transaction<DB>,
  effects: Effects,
  member: string,
  entries: readonly Award[],
  at: Date,
): Promise<readonly ReputationAction[]> {
  const worth = entries.map((entry) => ({ points: REPUTATION[entry.action], ...entry }));
  const [row] = await callAward(trx, member, JSON.stringify(worth), at);
  for (const points of row?.reached ?? []) {
    await notify(trx, effects, {
      to: [member],
      kind: "milestone",
      bundle: `milestone:${points}`,
      level: 1,
      data: { points, title: levelTitle(points) },
      url: "/profile/activity",
      at,
    });
  }
  return row?.given ?? [];
}

/** Awards several members, in lock order. */
export async function awardAll(
  trx: Transaction<DB>,
  effects: Effects,
  awards: ReadonlyMap<string, readonly Award[]>,
  at: Date,
): Promise<void> {
  const members = [...awards.keys()].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  for (const member of members) await award(trx, effects, member, awards.get(member) ?? [], at);
}

const CREATED = ["POST_CREATED", "ANSWER_CREATED", "COMMENT_CREATED"] as const;

/** Returns what writing a post, an answer or a comment earns (docs/DECISIONS.md §3). */
export function contributed(kind: "POST" | "ANSWER" | "COMMENT", source: string, post: string, at: Date): Award[] {
  const about = { source, post };
  const month = at.toISOString().slice(0, 7);
  const monthly: Award = {
    action: "MONTHLY_CONTRIBUTOR",
    once: `MONTHLY_CONTRIBUTOR:${month}`,
    when: { contributions: REPUTATION_RULES.monthlyContributions },
  };
  return [
    { ...about, action: `${kind}_CREATED`, capGroup: CREATED, cap: REPUTATION_RULES.createdPerDay },
    { ...about, action: `FIRST_${kind}`, once: `FIRST_${kind}` },
    ...(kind === "COMMENT" ? [] : [monthly]),
  ];
}

/** Returns what deleting their own content costs a member. One-time awards stay and aren't earned again. */
export function withdrew(kind: "POST" | "ANSWER" | "COMMENT", source: string, post: string): Award[] {
  return [{ action: `${kind}_CREATED`, source, post, reverse: true }];
}

/**
 * Returns what an accepted answer earns its author, including the win of a bounty.
 * @param giver the asker, if established
 */
export function accepted(
  answer: string,
  post: string,
  { won, giver }: { readonly won: boolean; readonly giver: string | null },
): Award[] {
  const from = giver === null ? {} : { giver };
  return [
    { source: answer, post, action: "ANSWER_ACCEPTED", ...from },
    ...(won ? [{ ...bountyWon(answer, post), ...from }] : []),
    { action: "HELPFUL_MEMBER", once: "HELPFUL_MEMBER", post, when: { accepted: REPUTATION_RULES.helpfulAnswers } },
  ];
}

/** Returns what a bounty earns the author of the paid answer, accepted or settled. */
export function bountyWon(answer: string, post: string): Award {
  return { source: answer, post, action: "BOUNTY_WON" };
}

/**
 * Returns what an upheld flag costs the author, once per flagged target, and more for spam or abuse.
 * @param post that it belongs to, if any
 */
export function flagged(target: string, post: string | null, isAbuse: boolean): Award[] {
  const about = { source: target, ...(post !== null && { post }) };
  const upheld: Award = { ...about, action: "CONTENT_FLAGGED", once: `CONTENT_FLAGGED:${target}` };
  return isAbuse ? [upheld, { ...about, action: "SPAM_OR_ABUSE", once: `SPAM_OR_ABUSE:${target}` }] : [upheld];
}

/** Returns what a vote on a refund request or a proposal earns, once each. */
export function engaged(target: string): Award[] {
  return [{ action: "COMMUNITY_ENGAGEMENT", source: target, once: `COMMUNITY_ENGAGEMENT:${target}` }];
}

/** Returns what a visit earns, once per UTC day, and every seventh day in a row. */
export function dailyVisit(at: Date): Award[] {
  const day = at.toISOString().slice(0, 10);
  return [
    { action: "DAILY_LOGIN", once: `DAILY_LOGIN:${day}` },
    { action: "WEEKLY_STREAK", once: `WEEKLY_STREAK:${day}`, when: { streak: REPUTATION_RULES.streakDays } },
  ];
}
