import { REPUTATION } from "@bbux/contract";
import { sql } from "kysely";
import { accepted, contributed, dailyVisit } from "../../people/reputation/index.ts";
import { members } from "./members.ts";
import type { CastVote } from "./write-relations.ts";
import { ago, type Event, type Known, need, type Story, type Trx } from "./written.ts";

/** A member reaching a round number of points. */
export interface Milestone {
  readonly member: string;
  readonly at: Date;
  readonly points: number;
}

/** Events per statement, because a statement of the app may take two seconds. */
const BATCH = 100;
const KINDS = { post: "POST", answer: "ANSWER", comment: "COMMENT" } as const;

/**
 * Awards everyone's reputation through the product's own function, in the order of events, so caps, first times and
 * milestones are correct.
 */
export async function writeReputation(
  trx: Trx,
  known: Known,
  story: Story,
  votes: readonly CastVote[],
  more: readonly Event[],
): Promise<Milestone[]> {
  const events = [...presence(known, story), ...deeds(story), ...applause(votes), ...more].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
  const milestones: Milestone[] = [];
  for (let i = 0; i < events.length; i += BATCH) {
    const rows = events.slice(i, i + BATCH).map(({ member, at, entries }) => ({
      member,
      at,
      entries: entries.map((entry) => ({ points: REPUTATION[entry.action], ...entry })),
    }));
    const { rows: reached } = await sql<Milestone>`
      select e.member::text as member, e.at, unnest(a.reached) as points
      from (
        select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (member bigint, at timestamptz, entries jsonb)
      ) as e, lateral reputation_award(e.member, e.entries, e.at) as a`.execute(trx);
    milestones.push(...reached);
  }
  return milestones;
}

/**
 * Members completed their profiles when they joined, and visited on days when they wrote and throughout the last week.
 */
function presence({ now, users }: Known, { texts }: Story): Event[] {
  return members.flatMap(({ username, joinedDaysAgo }, i) => {
    const member = need(users, username);
    const days = texts.filter(({ authorId }) => authorId === member).map(({ at }) => at);
    // The newest members have the longest streaks.
    const week = Array.from({ length: i + 1 }, (_, back) => ago(now, back + 0.01));
    const earliest = new Map<string, Date>();
    for (const at of [...days, ...week]) {
      const day = at.toISOString().slice(0, 10);
      const before = earliest.get(day);
      if (!before || at < before) earliest.set(day, at);
    }
    const joinedAt = ago(now, joinedDaysAgo);
    return [
      { member, at: joinedAt, entries: [{ action: "PROFILE_COMPLETED", once: "PROFILE_COMPLETED" }] },
      ...[...earliest.values()].map((at) => ({ member, at, entries: dailyVisit(at) })),
    ] satisfies Event[];
  });
}

function deeds({ texts, acceptances }: Story): Event[] {
  return [
    ...texts.map(({ kind, id, postId, authorId, at }) => ({
      member: authorId,
      at,
      // The monthly bonus counts the whole month, even later days; nobody here wrote that much.
      entries: contributed(KINDS[kind], id, postId, at).filter(({ action }) => action !== "MONTHLY_CONTRIBUTOR"),
    })),
    ...acceptances.map(({ answer, at, won }) => ({
      member: answer.authorId,
      at,
      entries: accepted(answer.id, answer.postId, { won: won !== null, giver: null }),
    })),
  ];
}

function applause(votes: readonly CastVote[]): Event[] {
  return votes.map(({ on: { kind, id, postId, authorId }, value, at }) => ({
    member: authorId,
    at,
    entries: [{ action: `${KINDS[kind]}_${value === 1 ? "UPVOTED" : "DOWNVOTED"}`, source: id, post: postId } as const],
  }));
}
