import { DAY_MS } from "@bbux/contract";

/** A member who may vote. */
export interface Voter {
  readonly id: string;
  readonly joinedAt: Date;
}

/** The target of votes, and their number. */
export interface Ballot {
  /** Distinguishes ballots, so each draw has the same result every time. */
  readonly seed: string;
  readonly authorId: string;
  readonly writtenAt: Date;
  readonly votes: readonly [up: number, down: number];
}

export interface DrawnVote {
  readonly voterId: string;
  readonly value: 1 | -1;
  readonly at: Date;
}

/**
 * Draws who votes and when: anyone but the author, after they joined, most of them soon after it was written.
 * @throws Error when there are not enough members
 */
export function drawVotes(
  { seed, authorId, writtenAt, votes: [up, down] }: Ballot,
  voters: readonly Voter[],
  now: Date,
) {
  const random = randomOf(seed);
  const drawn = voters
    .filter(({ id }) => id !== authorId)
    .map((voter) => ({ voter, lot: random() }))
    .sort((a, b) => a.lot - b.lot)
    .slice(0, up + down);
  if (drawn.length < up + down) throw new Error(`The demo community is too small for the votes on ${seed}`);
  return drawn.map(({ voter }, i): DrawnVote => {
    const from = Math.max(writtenAt.getTime() + DAY_MS / 100, voter.joinedAt.getTime());
    const at = new Date(from + (now.getTime() - from) * random() ** 2.5 * 0.98);
    return { voterId: voter.id, value: i < up ? 1 : -1, at };
  });
}

/** Returns pseudorandom numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: string): () => number {
  let state = 0;
  for (const char of seed) state = (Math.imul(state, 31) + (char.codePointAt(0) ?? 0)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
