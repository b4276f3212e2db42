// The public log: sealing, exporting and proving it, and its checkpoints.
export { type CheckpointOutcome, makeCheckpoint } from "./checkpoint.command.ts";
export { exportLog } from "./export.query.ts";
export { NODE_BYTES, readNode } from "./liabilities.ts";
export { getProof } from "./proof.query.ts";
export { sealLog } from "./seal.command.ts";
