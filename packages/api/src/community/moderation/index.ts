// What other features ask of moderation: whether staff may decide about a member.
export { refuseRivalsOf } from "./judge.query.ts";
