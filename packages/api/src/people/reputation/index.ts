// Points: awarding them, and the history that they add up to.
export {
  type Award,
  accepted,
  award,
  awardAll,
  bountyWon,
  contributed,
  dailyVisit,
  engaged,
  flagged,
  withdrew,
} from "./award.command.ts";
export { listActivity } from "./reputation.queries.ts";
export { historyJson } from "./reputation.sql.ts";
export { comeBy } from "./visit.command.ts";
