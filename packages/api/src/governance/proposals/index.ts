// Proposals for others: closing those whose vote has ended, and the figures that votes are counted by.
export { closeProposals } from "./close.command.ts";
export { listProposals } from "./proposals.queries.ts";
export { quorumOf, stakeNeeded, weightOf } from "./proposals.rules.ts";
export { reputationAtOpening, stakeAtOpening } from "./proposals.sql.ts";
export { subjectOf } from "./subject.ts";
