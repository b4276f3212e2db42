export { databaseClock } from "./clock.ts";
export { APP_ROLE, type ConnectOptions, connect, createPool, type Database } from "./connect.ts";
export { migrate, migrateWith, migrationNames } from "./migrate.ts";
export { pagesById, pagesByKey } from "./pages.ts";
export { statement } from "./statement.ts";
export type { DB, Users } from "./types.ts";
export { allowUnbacked, type Waiver, withUnbacked } from "./waiver.ts";
