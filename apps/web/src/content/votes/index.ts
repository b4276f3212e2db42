// Votes: the control with its count.
export { VoteControl } from "./VoteControl.tsx";
export { netText } from "./voteCounts.ts";
