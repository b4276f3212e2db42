// Searching posts, and finding those like another.
export { learnWords } from "./learn-words.command.ts";
export { relatedPosts } from "./related.query.ts";
export { searchPlaces } from "./search.places.ts";
export { searchPosts, settleSearch } from "./search.query.ts";
export { similarPosts } from "./similar.query.ts";
export { suggestTags } from "./suggest-tags.query.ts";
