import { BOUNTY, bountyFee, DAY_MS, DEFAULT_PARAMETERS, parseAmount } from "@bbux/contract";
import { payBounty, placeBounty, returnBounty } from "@bbux/ledger";
import { excerptOf } from "../../content/parts/index.ts";
import { addTags } from "../../content/posts/index.ts";
import type { DemoAnswer, DemoPost } from "./demo.types.ts";
import { recordPictures } from "./write-pictures.ts";
import { refundedAt } from "./write-refunds.ts";
import { writeVersions } from "./write-versions.ts";
import { type Acceptance, ago, type Known, need, type Story, type Trx, type Written } from "./written.ts";

const NO_VOTES = [0, 0] as const;

/** Converts an amount of BBUX to base units. */
export function units(amount: string): bigint {
  const parsed = parseAmount(amount);
  if (parsed === null) throw new Error(`${amount} is no amount`);
  return parsed;
}

/** Writes posts with all their answers and comments, oldest first, and moves their bounties. */
export async function writePosts(trx: Trx, known: Known, posts: readonly DemoPost[]): Promise<Story> {
  const texts: Written[] = [];
  const acceptances: Acceptance[] = [];
  for (const post of [...posts].sort((a, b) => b.daysAgo - a.daysAgo)) {
    const story = await writePost(trx, known, post);
    texts.push(...story.texts);
    acceptances.push(...story.acceptances);
  }
  return { texts, acceptances };
}

async function writePost(trx: Trx, known: Known, post: DemoPost): Promise<Story> {
  const { now, users, tags, moves } = known;
  const author = need(users, post.author);
  const createdAt = ago(now, post.daysAgo);
  const amount = post.bounty ? units(post.bounty.amount) : 0n;
  const votes = post.votes ?? NO_VOTES;
  const picture = post.picture && known.pictures.get(post.picture);
  const { id } = await trx
    .insertInto("posts")
    .values({
      author_id: author,
      title: post.title,
      content: post.content,
      excerpt: excerptOf(post.content),
      type: post.type ?? "question",
      code_blocks: JSON.stringify(post.codeBlocks ?? []),
      media: JSON.stringify(picture ? [{ type: "IMAGE", url: picture.url }] : []),
      status: post.closed || post.bounty?.returned ? "CLOSED" : "OPEN",
      answer_count: post.answers?.length ?? 0,
      comment_count: post.comments?.length ?? 0,
      upvotes: votes[0],
      downvotes: votes[1],
      created_at: createdAt,
      edited_at: editedAt(now, post.earlier),
      ...(post.bounty && {
        bounty_amount: amount,
        bounty_status: "ESCROWED",
        bounty_expires_at: new Date(createdAt.getTime() + post.bounty.days * DAY_MS),
      }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (post.bounty) {
    const fee = bountyFee(amount, DEFAULT_PARAMETERS.bountyFee);
    const placed = { member: author, escrow: id, amount, fee, cause: id, refs: { post: id, member: author } };
    moves.push({ at: createdAt, run: () => placeBounty(trx, placed) });
  }
  await addTags(
    trx,
    id,
    post.tags.map((name) => need(tags, name)),
  );
  if (picture) await recordPictures(trx, known, [{ ...post, picture }]);
  await writeVersions(trx, known, { kind: "post", id, authorId: author, createdAt }, post);
  const about = { postId: id, title: post.title };
  const { title: _, ...text } = { ...post, ...about };
  const written: Written = { ...text, ...about, kind: "post", id, authorId: author, at: createdAt, votes };
  const comments = await writeComments(trx, known, written, post);
  const answers = await writeAnswers(trx, known, written, post);
  for (const { source, text } of answers) comments.push(...(await writeComments(trx, known, text, source, text.id)));
  const accepted = answers.find(({ source }) => source.accepted);
  const acceptance = await settleBounty(trx, known, written, post, amount, accepted);
  return {
    texts: [written, ...comments, ...answers.map((answer) => answer.text)],
    acceptances: acceptance && accepted?.text.authorId !== author ? [acceptance] : [],
  };
}

function editedAt(now: Date, earlier: DemoPost["earlier"]): Date | null {
  const last = earlier?.at(-1);
  return last ? ago(now, last.untilDaysAgo) : null;
}

/** @param answerId the answer they are about; null for comments on the question */
async function writeComments(
  trx: Trx,
  { now, users }: Known,
  about: Written,
  { comments = [] }: Pick<DemoPost, "comments">,
  answerId: string | null = null,
) {
  const written: Written[] = [];
  for (const { author, content, daysAgo, votes = NO_VOTES } of comments) {
    const authorId = need(users, author);
    const at = ago(now, daysAgo);
    const { id } = await trx
      .insertInto("comments")
      .values({
        post_id: about.postId,
        answer_id: answerId,
        author_id: authorId,
        content,
        upvotes: votes[0],
        downvotes: votes[1],
        created_at: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { postId, title } = about;
    written.push({ kind: "comment", id, postId, answerId, title, content, author, authorId, at, votes });
  }
  return written;
}

async function writeAnswers(trx: Trx, known: Known, post: Written, { answers = [] }: DemoPost) {
  const written: { source: DemoAnswer; text: Written }[] = [];
  for (const source of answers) {
    const { author, content, codeBlocks = [], daysAgo, votes = NO_VOTES, earlier, comments = [] } = source;
    const authorId = need(known.users, author);
    const at = ago(known.now, daysAgo);
    const { id } = await trx
      .insertInto("answers")
      .values({
        post_id: post.id,
        author_id: authorId,
        content,
        code_blocks: JSON.stringify(codeBlocks),
        comment_count: comments.length,
        upvotes: votes[0],
        downvotes: votes[1],
        created_at: at,
        edited_at: editedAt(known.now, earlier),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await writeVersions(trx, known, { kind: "answer", id, authorId, createdAt: at }, source);
    const { postId, title } = post;
    written.push({ source, text: { kind: "answer", id, postId, title, content, author, authorId, at, votes } });
  }
  return written;
}

/** Marks the accepted answer and settles the bounty, if it is over (docs/DECISIONS.md 1.3). */
async function settleBounty(
  trx: Trx,
  { now, moves }: Known,
  post: Written,
  { bounty }: DemoPost,
  amount: bigint,
  accepted: { text: Written } | undefined,
): Promise<Acceptance | null> {
  const refs = { post: post.id };
  if (accepted) {
    const { text } = accepted;
    // A few hours after the answer, once the asker had tried it.
    const at = new Date(text.at.getTime() + Math.min(DAY_MS / 5, (now.getTime() - text.at.getTime()) / 2));
    const paid = bounty && { bounty_status: "PAID", bounty_settled_at: at };
    await trx
      .updateTable("posts")
      .set({ accepted_answer_id: text.id, status: "COMPLETED", ...paid })
      .where("id", "=", post.id)
      .execute();
    const member = text.authorId;
    if (bounty) {
      const paid = { escrow: post.id, member, amount, cause: post.id, refs: { ...refs, answer: text.id, member } };
      moves.push({ at, run: () => payBounty(trx, paid) });
    }
    return { answer: text, by: post.author, at, won: bounty ? amount : null };
  }
  if (bounty?.returned) {
    const payout = new Date(post.at.getTime() + (bounty.days + BOUNTY.settlementDays) * DAY_MS);
    const at = refundedAt(now, post.title) ?? payout;
    await trx
      .updateTable("posts")
      .set({ bounty_status: "REFUNDED", bounty_settled_at: at })
      .where("id", "=", post.id)
      .execute();
    const member = post.authorId;
    const returned = { escrow: post.id, member, amount, cause: post.id, refs: { ...refs, member } };
    moves.push({ at, run: () => returnBounty(trx, returned) });
  }
  return null;
}
