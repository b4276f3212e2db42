// Posts: the pieces of a thread that answers and comments are put into.
export { anchoredId, useAnchor, useGoToNew } from "./anchor.ts";
export { focusYourAnswer, YOUR_ANSWER } from "./answerCall.ts";
export { Byline } from "./Byline.tsx";
export { acceptHindrance } from "./bountyStage.ts";
export { CopyLink } from "./CopyLink.tsx";
export { default as entryClasses } from "./Entry.module.css";
export { namesIn } from "./namesIn.ts";
export { PostMissing } from "./PostMissing.tsx";
export { SeeRefund } from "./SeeRefund.tsx";
export { default as threadClasses } from "./Thread.module.css";
export { ThreadMore } from "./ThreadMore.tsx";
export { threadState } from "./thread.ts";
