import { createRandom, type Random } from "./random.ts";
import { type Community, type Size, TAGS, type Thread, tagsOf, unpackVote } from "./shape.ts";
import { createWriter, NEEDLE, NEEDLES, PHRASE } from "./text.ts";

/** All ids are computed from here, far above what the sequence has given out. */
const BASE = 100_000;
/** The age of the community in days. */
const DAYS = 2_000;
const DAY = 86_400_000;

/** The first id of each kind; the others follow in chronological order. */
export function firstIds(size: Size) {
  const member = BASE;
  const tag = BASE - TAGS;
  const post = member + size.members;
  const answer = post + size.posts;
  const comment = answer + size.answers;
  const rest = comment + size.comments;
  return { member, tag, post, answer, comment, rest };
}

/** A table's rows in COPY's text format. `sql` names the columns; others are generated or have defaults. */
export interface Rows {
  readonly table: string;
  readonly columns: string;
  lines(): Generator<string>;
}

/** Titles and texts differ between parts, which can be copied in parallel. */
export function postRows(community: Community, now: number, part: number, parts: number): Rows {
  const { size, postAuthor, answerCount, commentCount, accepted, up, down } = community;
  const ids = firstIds(community.size);
  const timeOf = clock(size.posts, now);
  return {
    table: "posts",
    columns:
      "id, author_id, title, tag_names, content, excerpt, code_blocks, status, bounty_amount, bounty_status, bounty_expires_at, " +
      "accepted_answer_id, answer_count, comment_count, upvotes, downvotes, created_at",
    *lines() {
      const random = createRandom(100 + part);
      const writer = createWriter(random);
      const end = Math.floor((size.posts * (part + 1)) / parts);
      for (let n = Math.floor((size.posts * part) / parts); n < end; n++) {
        const plant = n % (size.posts / NEEDLES) === 7 ? ` ${NEEDLE}` : n % 500 === 11 ? ` ${PHRASE}` : "";
        const content = writer.text(6 + random.below(12)) + plant;
        const tags = tagsOf(community, n)
          .map((tag) => `topic-${tag}`)
          .join(" ");
        const solved = accepted[n] ?? 0;
        const bounty = bountyOf(n, solved > 0, size.posts, now);
        const code = n % 4 === 0 ? '[{"language": "sql", "code": "select count(*) from posts"}]' : "[]";
        yield `${ids.post + n}\t${ids.member + (postAuthor[n] ?? 0)}\t${writer.title()}\t${tags}\t${content}\t${excerptOf(content)}\t${code}\t${statusOf(community, n)}\t${bounty}\t${
          solved > 0 ? ids.answer + solved - 1 : "\\N"
        }\t${answerCount[n]}\t${commentCount[n]}\t${up[n]}\t${down[n]}\t${timeOf(n)}\n`;
      }
    },
  };
}

function statusOf({ accepted }: Community, n: number): string {
  if ((accepted[n] ?? 0) > 0) return "COMPLETED";
  return n % 33 === 5 ? "CLOSED" : "OPEN";
}

/** The first 300 characters, without half a line break at the end. */
function excerptOf(content: string): string {
  return content.slice(0, 300).replace(/\\n?$|\\$/, "");
}

/** One in ten has a bounty: paid if there was a good answer, otherwise returned, or open for the latest posts. */
function bountyOf(n: number, isSolved: boolean, posts: number, now: number): string {
  if (n % 10 !== 0) return "0\tNONE\t\\N";
  const amount = 1_000_000_000 * (1 + (n % 50) / 10);
  const isRecent = n > posts * 0.98;
  const state = isSolved ? "PAID" : isRecent && n % 33 !== 5 ? "ESCROWED" : "REFUNDED";
  return `${amount}\t${state}\t${new Date(isRecent ? now + 7 * DAY : now - 30 * DAY).toISOString()}`;
}

export function answerRows(community: Community, now: number): Rows {
  const { size, answers } = community;
  const ids = firstIds(community.size);
  const columns = "id, post_id, author_id, content, upvotes, downvotes, created_at";
  const votes = { up: community.up, down: community.down, first: size.posts };
  return threadRows({
    table: "answers",
    columns,
    thread: answers,
    ids,
    first: ids.answer,
    votes,
    now,
    posts: size.posts,
    seed: 201,
    length: (random) => 3 + random.below(7),
  });
}

export function commentRows(community: Community, now: number): Rows {
  const { size, comments } = community;
  const ids = firstIds(community.size);
  const columns = "id, post_id, author_id, content, upvotes, downvotes, created_at";
  const votes = { up: community.up, down: community.down, first: size.posts + size.answers };
  return threadRows({
    table: "comments",
    columns,
    thread: comments,
    ids,
    first: ids.comment,
    votes,
    now,
    posts: size.posts,
    seed: 202,
    length: (random) => 1 + random.below(2),
  });
}

function threadRows(args: {
  table: string;
  columns: string;
  thread: Thread;
  ids: { post: number; member: number };
  first: number;
  votes: { up: Uint16Array; down: Uint16Array; first: number };
  now: number;
  posts: number;
  seed: number;
  length: (random: Random) => number;
}): Rows {
  const { table, columns, thread, ids, first, votes, now, posts, seed, length } = args;
  const timeOf = clock(posts, now);
  return {
    table,
    columns,
    *lines() {
      const random = createRandom(seed);
      const writer = createWriter(random);
      for (let n = 0; n < thread.post.length; n++) {
        const target = votes.first + n;
        yield `${first + n}\t${ids.post + (thread.post[n] ?? 0)}\t${ids.member + (thread.author[n] ?? 0)}\t${writer.text(length(random))}\t${votes.up[target]}\t${votes.down[target]}\t${timeOf(thread.at[n] ?? 0)}\n`;
      }
    },
  };
}

export function voteRows(community: Community, now: number): Rows {
  const { size, votes } = community;
  const ids = firstIds(community.size);
  const timeOf = clock(votes.length, now);
  return {
    table: "votes",
    columns: "voter_id, target_id, target_kind, value, created_at",
    *lines() {
      for (let n = 0; n < votes.length; n++) {
        const { voter, target, value } = unpackVote(votes[n] ?? 0);
        const kind = target < size.posts ? "post" : target < size.posts + size.answers ? "answer" : "comment";
        // Targets are numbered like ids: posts, answers, comments.
        yield `${ids.member + voter}\t${ids.post + target}\t${kind}\t${value}\t${timeOf(n)}\n`;
      }
    },
  };
}

export function tagRows(community: Community, now: number): Rows {
  const ids = firstIds(community.size);
  const timeOf = clock(community.size.posts, now);
  return {
    table: "post_tags",
    columns: "post_id, tag_id, position, post_created_at, status, has_bounty",
    *lines() {
      for (let n = 0; n < community.size.posts; n++) {
        const post = `${timeOf(n)}\t${statusOf(community, n)}\t${n % 10 === 0}`;
        for (const [position, tag] of tagsOf(community, n).entries())
          yield `${ids.post + n}\t${ids.tag + tag}\t${position}\t${post}\n`;
      }
    },
  };
}

export function memberRows(community: Community, now: number): Rows {
  const { members } = community.size;
  const ids = firstIds(community.size);
  const timeOf = clock(members, now);
  return {
    table: "users",
    columns: "id, username, email, solana_address, created_at",
    *lines() {
      for (let n = 0; n < members; n++)
        yield `${ids.member + n}\tmember${n}\tmember${n}@example.org\tbench-${n}\t${timeOf(n)}\n`;
    },
  };
}

/** Maps a running number to its time: evenly over {@link DAYS}, the last one a minute ago. */
function clock(n: number, now: number): (at: number) => string {
  const step = (DAYS * DAY) / n;
  return (at) => new Date(now - 60_000 - (n - at) * step).toISOString();
}
