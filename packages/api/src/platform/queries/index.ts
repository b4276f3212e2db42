// What many queries need: pages, snapshots, answers kept for a while, CSV and pieces of SQL.
export { isActiveFactor } from "./active-factor.sql.ts";
export { isEmailConfirmed } from "./confirmed-email.sql.ts";
export { cellOf } from "./csv.ts";
export { keptFor } from "./kept-for.ts";
export { pagination } from "./pagination.ts";
export { constraintOf } from "./postgres.ts";
export { readTwice } from "./read-twice.ts";
export { portionsOf, snapshot } from "./snapshot.ts";
export { isoTime, likeOf } from "./sql-text.ts";
