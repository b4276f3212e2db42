// Backups of a platform: cluster, log, uploads; and how they are restored.
export { BackupError } from "./error.ts";
export { hasIdentity } from "./facts.ts";
export { backupLogically } from "./logical/backup.ts";
export { completeBackups, type Manifest, readManifest } from "./manifest.ts";
export { backupPhysically, type Source } from "./physical/backup.ts";
export { isBaseDue, readPosition } from "./physical/due.ts";
export { shipHistories, shipWal, waitingMs } from "./physical/ship-wal.ts";
export { type Pruned, prune } from "./prune.ts";
export { type Restored, type RestoreOptions, restore } from "./restore.ts";
export { openSealing, type Sealing, type SealingOptions } from "./seal.ts";
export { openStore } from "./store/index.ts";
export type { Store } from "./store/store.ts";
export { shipUploads } from "./uploads.ts";
