/** A vote on an answer that may decide who is paid: of an established member who neither asked nor answered. */
export interface DecidingVote {
  readonly answerId: string;
  /** Of the answer. */
  readonly authorId: string;
  readonly voterId: string;
  readonly value: number;
  readonly at: Date;
}

/** Whether two members are tied, by what both used within 30 days before a moment or since (docs/adr/0039). */
export type Tied = (one: string, other: string, at: Date) => boolean;

/**
 * Counts the net votes of each answer. A vote doesn't count for whoever the voter is tied to: neither up for that member's answer, nor
 * down for a rival's, nor down if it is the asker, to whom the bounty would return. Of tied members, the first whose vote on an answer
 * counts has the only one.
 * @param votes in the order in which they were cast
 */
export function decidingScores(
  votes: readonly DecidingVote[],
  askerId: string,
  tied: Tied,
): ReadonlyMap<string, number> {
  const authors = new Set(votes.map(({ authorId }) => authorId));
  const counted = new Map<string, DecidingVote[]>();
  for (const vote of votes) {
    if (isInterested(vote, { askerId, authors, tied })) continue;
    const before = counted.get(vote.answerId) ?? [];
    if (before.some((earlier) => tied(vote.voterId, earlier.voterId, earlier.at))) continue;
    counted.set(vote.answerId, [...before, vote]);
  }
  return new Map([...counted].map(([id, those]) => [id, those.reduce((sum, { value }) => sum + value, 0)]));
}

function isInterested(
  { authorId, voterId, value, at }: DecidingVote,
  { askerId, authors, tied }: { readonly askerId: string; readonly authors: ReadonlySet<string>; readonly tied: Tied },
): boolean {
  if (value > 0) return tied(voterId, authorId, at);
  const winners = [askerId, ...authors].filter((id) => id !== authorId);
  return winners.some((id) => tied(voterId, id, at));
}
