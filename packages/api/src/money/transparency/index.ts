// The public log: sealing, exporting and proving it, and its checkpoints.
export { type CheckpointOutcome, makeCheckpoint } from "./checkpoint.command.ts";
export { keyOfDay, listKeys, readSuccessors, rotateCheckpointKey } from "./checkpoint-keys.ts";
export { cosignCheckpoint } from "./cosign.command.ts";
export { exportLog } from "./export.query.ts";
export { leavesBetween } from "./leaves.query.ts";
export { LogTree } from "./log-tree.ts";
export { listNotes, logKey, noteText } from "./notes.query.ts";
export { getProof } from "./proof.query.ts";
export { sealLog } from "./seal.command.ts";
export { rootOfTree } from "./stored-tree.queries.ts";
