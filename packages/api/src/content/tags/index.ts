// Tags: finding, counting and adding them.
export { findTag, usedTags } from "./sitemap.query.ts";
export { addTag, lockTagNames, type NewTag, requireNewTag } from "./tags.commands.ts";
export { countTagUse, listTags, lockTags, resolveTags } from "./tags.queries.ts";
