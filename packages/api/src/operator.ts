/** What commands of the operator use of the product, besides its calls. */
export { type Alert, type AlertKind, type OpenAlert, openAlerts } from "./features/chain/alerts.commands.ts";
export { type CounterMismatch, type CounterReport, checkCounters } from "./features/counters/check.query.ts";
export { fixCounters } from "./features/counters/fix.command.ts";
export { resumeWithdrawals, stopWithdrawals } from "./features/deposits/hot-wallet.command.ts";
export { excerptOf } from "./features/posts/excerpt.ts";
export { listPosts } from "./features/posts/feed.query.ts";
export { measureReserves } from "./features/reserves/measure.ts";
export { addTag, type NewTag } from "./features/tags/tags.commands.ts";
export { listTags } from "./features/tags/tags.queries.ts";
export { grantRole, type RoleChange } from "./features/users/roles.commands.ts";
export { suspend, unsuspend } from "./features/users/suspension.commands.ts";
