/** Verifies the platform's published books, in a browser or in Node (docs/TRANSPARENCY.md). */

export { decimalOf, unitsOf } from "./amounts.ts";
export { type AnchorReport, verifyAnchor } from "./anchor.ts";
export type { ProblemCode } from "./chain.ts";
export { type Checkpoint, readCheckpoint, signatureProblem } from "./checkpoint.ts";
export { KeyRing, type PublishedKey } from "./keys.ts";
export { type LogOptions, type LogReport, type Problem, verifyLog } from "./log.ts";
export type { ComparedNote, CosignedNote, RootAt } from "./notes.ts";
export type { OpenObligations } from "./obligations.ts";
export type { ProofProblemCode, ProofReport } from "./proof.report.ts";
export { type ProofOptions, verifyProof } from "./proof.ts";
export { DECISIONS, FEE_IN_FORCE, type Fees, LEGS } from "./rules.ts";
export type { Ask } from "./solana.ts";
export { OWED_KINDS, type Owed } from "./tree.ts";
export {
  type JudgedRoot,
  judgeRoots,
  type RootVerdict,
  readWrittenRoots,
  type WrittenRoot,
  type WrittenRoots,
  type WrittenRootsOptions,
} from "./written-roots.ts";
