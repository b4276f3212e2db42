// Posts for others: locking, showing, listing and exporting them, and returning a bounty.
export { EXPORT_TYPES, exportText } from "./export.format.ts";
export { exportPosts } from "./export.query.ts";
export { listPosts } from "./feed.query.ts";
export { type FilePlace, hasInterestInFile, placeOfFile, shownWith } from "./files.query.ts";
export { hasInterest, isAnyInterested, isContender, isInterested } from "./interest.query.ts";
export { type LockedPost, lockPost } from "./lock.query.ts";
export { getPost, votesOn } from "./post.query.ts";
export { addTags } from "./post-tags.ts";
export { mayAccept, mayAnswer } from "./posts.rules.ts";
export { isRefundOpen } from "./refund-open.query.ts";
export { returnToAsker } from "./return-bounty.command.ts";
export { areRivals, areRivalsOfAnySql, type Person } from "./rivals.query.ts";
export { postsAfter, postsEvery } from "./sitemap.query.ts";
export { type ContentRef, removeContent, restoreContent } from "./visibility.command.ts";
export { writtenBy } from "./written-by.sql.ts";
