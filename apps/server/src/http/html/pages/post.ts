import { getPost } from "@bbux/api/reading";
import { type BountyStep, type Post, summaryOf } from "@bbux/contract";
import { escaped } from "../escape.ts";
import { type HtmlPage, missing, orMissing, type Sources } from "../page.ts";
import { code, readableHtml, readableText } from "../text.ts";
import { byline, hasLeft, personOf } from "./people.ts";

/** Answers sent before the app loads; the app shows the rest. */
const ANSWERS = 10;
/** Maximum characters of a text's code sent before the app loads. */
const LONGEST_CODE = 12_000;
/** Maximum characters of a text in structured data. */
const LONGEST = 5_000;

/** A post with its answers; a deleted or hidden one looks as if it never existed. */
export async function postPage({ db, now }: Sources, id: string): Promise<HtmlPage> {
  const post = await orMissing(getPost(db, id, now(), null));
  if (!post) return missing();
  return {
    status: 200,
    title: post.title,
    description: descriptionOf(post),
    canonical: `/posts/${post.id}`,
    index: true,
    kind: "article",
    data: (origin) => [dataOf(post, origin)],
    width: "split",
    content: contentOf(post),
  };
}

function descriptionOf(post: Post): string {
  return summaryOf(post.content) || post.title;
}

/** schema.org: a question with its answers, or a shared post. */
function dataOf(post: Post, origin: string): object {
  const url = `${origin}/posts/${post.id}`;
  const about = {
    text: readableText(post.content, LONGEST) || post.title,
    dateCreated: post.createdAt,
    ...(post.editedAt && { dateModified: post.editedAt }),
    author: personOf(post.author, origin),
    upvoteCount: post.qualityUpvotes,
    url,
  };
  const keywords = post.tags.length > 0 && { keywords: post.tags.join(", ") };
  if (post.type.toLowerCase() !== "question") {
    const { dateCreated: datePublished, upvoteCount, ...rest } = about;
    const headline = post.title.slice(0, 110);
    const likes = { "@type": "InteractionCounter", interactionType: "https://schema.org/LikeAction" };
    const interactionStatistic = { ...likes, userInteractionCount: upvoteCount };
    return { "@type": "DiscussionForumPosting", headline, datePublished, interactionStatistic, ...rest, ...keywords };
  }
  const answers = post.answers.slice(0, ANSWERS).map((answer) => ({
    accepted: answer.isAccepted,
    data: {
      "@type": "Answer",
      text: readableText(answer.content, LONGEST),
      dateCreated: answer.createdAt,
      ...(answer.editedAt && { dateModified: answer.editedAt }),
      author: personOf(answer.author, origin),
      upvoteCount: answer.upvotes,
      url: `${url}#answer-${answer.id}`,
    },
  }));
  const accepted = answers.find((answer) => answer.accepted)?.data;
  const suggested = answers.filter((answer) => !answer.accepted).map(({ data }) => data);
  return {
    "@type": "QAPage",
    mainEntity: {
      "@type": "Question",
      name: post.title,
      ...about,
      ...keywords,
      answerCount: post.answerCount,
      ...(accepted && { acceptedAnswer: accepted }),
      ...(suggested.length > 0 && { suggestedAnswer: suggested }),
    },
  };
}

function contentOf(post: Post): string {
  const answers = post.answers
    .slice(0, ANSWERS)
    .map(
      (answer) =>
        `<article><p class="by">${answer.isAccepted ? "Accepted answer by " : "Answer by "}${byline(answer.author, answer.createdAt)}</p>` +
        `<div class="text">${readableHtml(answer.content)}${blocksOf(answer.codeBlocks)}</div>${commentsOf(answer.comments)}</article>`,
    );
  const comments = post.comments.length === 0 ? "" : `<h2>Comments</h2>${commentsOf(post.comments.slice(0, ANSWERS))}`;
  const count = post.answerCount === 1 ? "1 answer" : `${post.answerCount} answers`;
  return (
    `<a class="back" href="/community">Community</a><article>` +
    `<h1 dir="auto">${escaped(post.title)}</h1><p class="by">Asked by ${byline(post.author, post.createdAt)}</p>` +
    `${bountyOf(post)}<div class="text">${readableHtml(post.content)}${blocksOf(post.codeBlocks)}</div>${tagsOf(post.tags)}</article>` +
    `<h2>${count}</h2>${answers.join("")}${comments}`
  );
}

const BOUNTIES: Readonly<Record<Post["bountyStatus"], string | null>> = {
  NONE: null,
  ESCROWED: "in escrow for the best answer",
  EXPIRED: "in escrow, in its grace period",
  PAID: "paid",
  REFUNDED: "returned to the asker",
};

function bountyOf({ reward, bountyStatus, timeline }: Post): string {
  const state = BOUNTIES[bountyStatus];
  return state === null ? "" : `<p class="bounty">${reward} BBUX ${state}${(timeline ?? []).map(dateOf).join("")}</p>`;
}

/** The dates that say most; the app shows all of them. */
const DATES: Partial<Record<BountyStep["kind"], string>> = {
  ENDS: "Ends",
  VOTE_ENDS: "Vote ends",
  PAYOUT: "Payout date",
  PAID: "Paid",
  RETURNED: "Returned",
};

function dateOf({ kind, at, username }: BountyStep): string {
  const label = DATES[kind];
  if (label === undefined || at === null) return "";
  const to = username === null || hasLeft({ username }) ? "" : ` to ${escaped(username)}`;
  return ` · ${label}${to} <time datetime="${escaped(at)}">${escaped(at.slice(0, 10))}</time>`;
}

function commentsOf(comments: Post["comments"]): string {
  return comments
    .map(
      ({ content, author, createdAt }) =>
        `<div class="text">${readableHtml(content)}</div><p class="by">Comment by ${byline(author, createdAt)}</p>`,
    )
    .join("");
}

function blocksOf(blocks: Post["codeBlocks"]): string {
  let left = LONGEST_CODE;
  return blocks
    .map((block) => {
      const sent = block.code.slice(0, left);
      left -= sent.length;
      return sent === "" ? "" : code(sent);
    })
    .join("");
}

function tagsOf(tags: readonly string[]): string {
  const links = tags.map(
    (name) => `<a href="${escaped(`/community?tags=${encodeURIComponent(name)}`)}">${escaped(name)}</a>`,
  );
  return links.length > 0 ? `<p class="tags">${links.join(" ")}</p>` : "";
}
