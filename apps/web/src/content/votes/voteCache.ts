import type { Answer, Comment, PostSummary } from "@bbux/contract";
import { writeOver } from "../../lib/cacheWrites.ts";
import { utils } from "../../lib/trpc.ts";
import type { Figures } from "./voteCounts.ts";

/** The target of a vote. Answers and comments are found through their post. */
export type VoteTarget =
  | { readonly kind: "post"; readonly id: string }
  | { readonly kind: "answer" | "comment"; readonly id: string; readonly postId: string };

const FILTERS = {};

/** Writes the figures wherever the page has the target: the feed, the post, its threads. */
export function showVotes(target: VoteTarget, figures: Figures): void {
  const list = target.kind === "post" ? ["posts", "list"] : [`${target.kind}s`, "list"];
  void writeOver([[["posts", "get"]], [list], [["answers", "list"]]], () =>
    target.kind === "post" ? writePost(target.id, figures) : writeThread(target, figures),
  );
}

function writePost(id: string, { up, down, userVote }: Figures): void {
  const votes = {
    qualityUpvotes: up,
    qualityDownvotes: down,
    totalVotes: up - down,
    votes: { up, down },
    userVote,
  };
  const changed = (posts: PostSummary[]) => posts.map((post) => (post.id === id ? { ...post, ...votes } : post));
  utils.posts.list.setQueriesData(undefined, FILTERS, (page) => page && { ...page, posts: changed(page.posts) });
  utils.posts.get.setData({ id }, (found) => found && { ...found, post: { ...found.post, ...votes } });
}

type ThreadTarget = Exclude<VoteTarget, { kind: "post" }>;

function writeThread({ kind, id, postId }: ThreadTarget, { up, down, userVote }: Figures): void {
  const votes = { upvotes: up, downvotes: down, userVote };
  const changed = <T extends Answer | Comment>(thread: T[]) =>
    thread.map((one) => (one.id === id ? { ...one, ...votes } : one));
  /** Answers whose comments are changed. */
  const below = (answers: Answer[]) => answers.map((one) => ({ ...one, comments: changed(one.comments) }));
  if (kind === "answer") {
    utils.answers.list.setQueriesData(
      { postId },
      FILTERS,
      (page) => page && { ...page, answers: changed(page.answers) },
    );
  } else {
    utils.answers.list.setQueriesData({ postId }, FILTERS, (page) => page && { ...page, answers: below(page.answers) });
    utils.comments.list.setQueriesData(
      { postId },
      FILTERS,
      (page) => page && { ...page, comments: changed(page.comments) },
    );
  }
  utils.posts.get.setData({ id: postId }, (found) => {
    if (!found) return found;
    const { answers, comments } = found.post;
    return {
      ...found,
      post: {
        ...found.post,
        answers: kind === "answer" ? changed(answers) : below(answers),
        comments: changed(comments),
      },
    };
  });
}
