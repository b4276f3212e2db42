// Members' public pages, and the export of everything about a member.
export { exportAccount } from "./export.query.ts";
export { authorsAfter, authorsEvery } from "./sitemap.query.ts";
export { getPublicUser } from "./users.queries.ts";
