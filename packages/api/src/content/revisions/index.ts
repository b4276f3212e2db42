// Earlier versions of posts and answers: keeping and listing them.
export { answerHistory, postHistory } from "./history.query.ts";
export { keepFirst, keepVersion } from "./keep.command.ts";
