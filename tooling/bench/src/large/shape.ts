import { createRandom, createZipf, type Random, strideOf } from "./random.ts";

/** The amount of everything. */
export interface Size {
  readonly posts: number;
  readonly members: number;
  readonly answers: number;
  readonly comments: number;
  readonly votes: number;
  readonly bookmarks: number;
  readonly notifications: number;
}

export function sizeOf(posts: number): Size {
  const members = Math.max(1_000, posts / 10);
  return {
    posts,
    members,
    answers: 3 * posts,
    comments: 2 * posts,
    votes: 10 * posts,
    bookmarks: posts / 2,
    notifications: posts,
  };
}

export const TAGS = 500;
export const NO_TAG = 65_535;

/** Rows in chronological order, with the post each belongs to. */
export interface Thread {
  readonly post: Uint32Array;
  /** The time, in posts: 12.5 is between the 13th and the 14th post. */
  readonly at: Float64Array;
  readonly author: Uint32Array;
}

/**
 * Who wrote what, where, and when, and who voted: everything that counters follow from. Numbered from 0, which rows.ts converts
 * to ids. About 300 MB for a million posts.
 */
export interface Community {
  readonly size: Size;
  readonly postAuthor: Uint32Array;
  /** Four slots per post; {@link NO_TAG} if empty. */
  readonly tags: Uint16Array;
  readonly answers: Thread;
  readonly comments: Thread;
  readonly answerCount: Uint16Array;
  readonly commentCount: Uint16Array;
  /** The number of the accepted answer plus 1; 0 for none. */
  readonly accepted: Uint32Array;
  /** Packed, in random order: see {@link unpackVote}. */
  readonly votes: Float64Array;
  /** By target: posts, then answers, then comments. */
  readonly up: Uint16Array;
  readonly down: Uint16Array;
}

/** Two posts in the middle that have the same number of answers and comments in every size. */
export const planted = (posts: number) => ({
  few: { post: posts / 2, answers: 3, comments: 2 },
  many: { post: posts / 2 + 1, answers: 100, comments: 30 },
});

const AUTHOR_SKEW = 2;
const TARGET_SKEW = 2.2;
const VOTER_SKEW = 1.8;
/** The share of all answers that the first member writes on top of their normal share: 50,000 for a million posts. */
const TOP_AUTHOR_SHARE = 0.0135;

export function createCommunity(size: Size): Community {
  const random = createRandom(42);
  const { posts, members } = size;
  const postAuthor = new Uint32Array(posts).map(() => random.skewed(members, AUTHOR_SKEW));
  const { few, many } = planted(posts);
  const answerCount = spread(size.answers, posts, random, 0.15, [few.answers, many.answers]);
  const commentCount = spread(size.comments, posts, random, 0.4, [few.comments, many.comments]);
  const answers = thread(answerCount, members, random, TOP_AUTHOR_SHARE);
  const comments = thread(commentCount, members, random, 0);
  const accepted = new Uint32Array(posts);
  for (let n = 0; n < answers.post.length; n++) {
    const post = answers.post[n] ?? 0;
    if (accepted[post] === 0 && answers.author[n] !== postAuthor[post] && isSolved(post)) accepted[post] = n + 1;
  }
  const tags = drawTags(posts, random);
  return { size, postAuthor, tags, answers, comments, answerCount, commentCount, accepted, ...vote() };

  function vote() {
    const targets = posts + size.answers + size.comments;
    const up = new Uint16Array(targets);
    const down = new Uint16Array(targets);
    const votes = new Float64Array(size.votes);
    const authorOf = (target: number) => {
      if (target < posts) return postAuthor[target];
      if (target < posts + size.answers) return answers.author[target - posts];
      return comments.author[target - posts - size.answers];
    };
    const seen = new Set<number>();
    let n = 0;
    for (let voter = 0; voter < members; voter++) {
      seen.clear();
      const until = Math.round(size.votes * ((voter + 1) / members) ** (1 / VOTER_SKEW));
      // Nobody votes on everything, so excess votes go to the next member.
      const most = Math.floor(targets / 20);
      while (n < until && seen.size < most) {
        const target = drawTarget(size, random);
        if (seen.has(target) || authorOf(target) === voter) continue;
        seen.add(target);
        const isUp = random.next() < 0.88;
        const counter = isUp ? up : down;
        counter[target] = (counter[target] ?? 0) + 1;
        votes[n++] = (voter * 2 ** 24 + target) * 2 + (isUp ? 1 : 0);
      }
    }
    if (n < size.votes) throw new Error(`Only ${n} of ${size.votes} votes could be cast`);
    shuffle(votes, random);
    return { votes, up, down };
  }
}

/** A post's tags, in order. */
export function tagsOf({ tags }: Community, post: number): number[] {
  return [...tags.subarray(post * PLACES, (post + 1) * PLACES)].filter((tag) => tag !== NO_TAG);
}

const PLACES = 4;

/** One to four, by Zipf's law: the first tag is on a quarter of all posts, the last on one in two thousand. */
function drawTags(posts: number, random: Random): Uint16Array {
  const draw = createZipf(TAGS, random);
  const tags = new Uint16Array(posts * PLACES).fill(NO_TAG);
  for (let post = 0; post < posts; post++) {
    const places = tags.subarray(post * PLACES, (post + 1) * PLACES);
    for (let k = 1 + random.below(PLACES), at = 0; k > 0; k--) {
      const tag = draw();
      if (!places.includes(tag)) places[at++] = tag;
    }
  }
  return tags;
}

export function unpackVote(packed: number): { voter: number; target: number; value: 1 | -1 } {
  const rest = Math.floor(packed / 2);
  return { voter: Math.floor(rest / 2 ** 24), target: rest % 2 ** 24, value: packed % 2 === 1 ? 1 : -1 };
}

/** Two of five posts, spread out. */
function isSolved(post: number): boolean {
  return (post * 7) % 5 < 2;
}

/** Half of the votes go to posts, most others to answers; a few targets get many votes, most get few. */
function drawTarget({ posts, answers, comments }: Size, random: Random): number {
  const kind = random.next();
  const [first, n] = kind < 0.5 ? [0, posts] : kind < 0.95 ? [posts, answers] : [posts + answers, comments];
  return first + ((random.skewed(n, TARGET_SKEW) * strides(n)) % n);
}

const known = new Map<number, number>();
function strides(n: number): number {
  const stride = known.get(n) ?? strideOf(n);
  known.set(n, stride);
  return stride;
}

/** How many each post gets: `total` in all, none for some, few for most, hundreds for one in a thousand. */
function spread(total: number, posts: number, random: Random, none: number, [few, many]: [number, number]) {
  const counts = new Uint16Array(posts);
  const mean = total / posts;
  let sum = 0;
  for (let post = 0; post < posts; post++) {
    const u = random.next();
    if (u < none) continue;
    counts[post] = u > 0.999 ? 30 + random.below(250) : 1 + Math.floor(-Math.log(1 - random.next()) * (mean - 0.5));
    sum += counts[post] ?? 0;
  }
  for (const [post, count] of [few, many].map((count, n) => [posts / 2 + n, count] as const)) {
    sum += count - (counts[post] ?? 0);
    counts[post] = count;
  }
  while (sum !== total) {
    const post = random.below(posts);
    const count = counts[post] ?? 0;
    const step = sum < total ? 1 : -1;
    if (count < 1 || (step < 0 && count < 2) || post === posts / 2 || post === posts / 2 + 1) continue;
    counts[post] = count + step;
    sum += step;
  }
  return counts;
}

/** Each row comes a while after its post, so that the rows of one post are spread out on disk, as in reality. */
function thread(counts: Uint16Array, members: number, random: Random, tireless: number): Thread {
  const posts = counts.length;
  const total = counts.reduce((sum, count) => sum + count, 0);
  // Sorted by time: the time in the upper digits, the post in the lower ones.
  const keys = new Float64Array(total);
  let n = 0;
  for (let post = 0; post < posts; post++) {
    for (let k = counts[post] ?? 0; k > 0; k--) {
      const delay = -Math.log(1 - random.next()) * posts * 0.002;
      keys[n++] = Math.floor(Math.min(post + delay, posts - 1e-3) * 1_000) * 2 ** 21 + post;
    }
  }
  keys.sort();
  return {
    post: Uint32Array.from(keys, (key) => key % 2 ** 21),
    at: keys.map((key) => Math.floor(key / 2 ** 21) / 1_000),
    author: new Uint32Array(total).map(() => (random.next() < tireless ? 0 : random.skewed(members, AUTHOR_SKEW))),
  };
}

function shuffle(values: Float64Array, random: Random): void {
  for (let n = values.length - 1; n > 0; n--) {
    const other = random.below(n + 1);
    const value = values[n] ?? 0;
    values[n] = values[other] ?? 0;
    values[other] = value;
  }
}
