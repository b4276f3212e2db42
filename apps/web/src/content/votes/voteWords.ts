/** What the arrows are called, and what they say to an author. */
export interface VoteWords {
  readonly up: string;
  readonly down: string;
  readonly own: string;
}

// Apart from a post's, because the first visit to the feed doesn't need these.

export const ANSWER_WORDS: VoteWords = {
  up: "Upvote this answer",
  down: "Downvote this answer",
  own: "You cannot vote on your own answer",
};

export const COMMENT_WORDS: VoteWords = {
  up: "Upvote this comment",
  down: "Downvote this comment",
  own: "You cannot vote on your own comment",
};
