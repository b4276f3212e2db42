// Pieces of posts, answers and comments that several features show.
export { answerFields, answersJson } from "./answers.sql.ts";
export { commentFields, commentsJson } from "./comments.sql.ts";
export { excerptOf, plainPassage } from "./excerpt.ts";
export { htmlOf } from "./html.sql.ts";
export { placeOfText } from "./place.ts";
export { AUTHOR_JSON, postFields, TAG_NAMES } from "./post.sql.ts";
export { answerNotFound, postNotFound } from "./post-not-found.ts";
