// What pages, feeds and sitemaps read, as every visitor sees it: without a viewer.
export { listPosts } from "./features/posts/feed.query.ts";
export { getPost } from "./features/posts/post.query.ts";
export { postsAfter, postsEvery } from "./features/posts/sitemap.query.ts";
export { findTag, usedTags } from "./features/tags/sitemap.query.ts";
export { authorsAfter, authorsEvery } from "./features/users/sitemap.query.ts";
export { getPublicUser } from "./features/users/users.queries.ts";
