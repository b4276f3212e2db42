// What many queries need: pages, snapshots, CSV and pieces of SQL.
export { cellOf } from "./csv.ts";
export { pagination } from "./pagination.ts";
export { constraintOf } from "./postgres.ts";
export { portionsOf, snapshot } from "./snapshot.ts";
export { isoTime, likeOf } from "./sql-text.ts";
