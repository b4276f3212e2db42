// Votes: the control with its count.
export { VoteControl } from "./VoteControl.tsx";
export { netText } from "./voteCounts.ts";
export { ANSWER_WORDS, COMMENT_WORDS } from "./voteWords.ts";
