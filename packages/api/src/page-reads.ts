// Reads for pages, feeds and sitemaps, as every visitor sees them, without a viewer.
export { getPost, listPosts, postsAfter, postsEvery } from "./content/posts/index.ts";
export { findTag, usedTags } from "./content/tags/index.ts";
export { authorsAfter, authorsEvery, getPublicUser } from "./content/users/index.ts";
export { getStats } from "./operations/stats/index.ts";
export { listParameters } from "./platform/parameters/index.ts";
