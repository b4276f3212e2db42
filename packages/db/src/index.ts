export { databaseClock } from "./clock.ts";
export { CONNECT_TIMEOUT_MS, type ConnectOptions, connect, createPool, type Database } from "./connect.ts";
export { holdLease, type Lease, LeaseBusy, LeaseLost, releaseLease, withLease } from "./lease.ts";
export { requireLogin, urlFor } from "./logins.check.ts";
export {
  type DatabaseUrls,
  databaseUrls,
  type Login,
  LoginError,
  type Place,
  ROLES,
  STATEMENT_TIMEOUT_MS,
} from "./logins.ts";
export { migrate, migrateWith, migrationNames } from "./migrate.ts";
export { pagesById, pagesByKey } from "./pages.ts";
export { examinePooler } from "./pooler.ts";
export { REPLICA_PATIENCE_MS } from "./replica.ts";
export { connectWithReplicas, keyOf, type ReplicaOptions, type WithReplicas } from "./replicas.ts";
export { statement } from "./statement.ts";
export type { DB, Users } from "./types.ts";
export { allowUnbacked, type Waiver, withUnbacked } from "./waiver.ts";
