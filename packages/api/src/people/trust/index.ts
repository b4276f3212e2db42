// How far members are trusted, and how much they may do (docs/adr/0043).
export { spendAllowance, type Uses, usesOfText, type Written } from "./spend.command.ts";
export { requireUploadsOf, trustLevelOf } from "./trust.query.ts";
export { durationOf } from "./trust.rules.ts";
export { trustLevelSql } from "./trust.sql.ts";
