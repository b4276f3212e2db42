// Which posts a feed shows, in which order, and how many there are.
export { type Feed, type FeedFilter, feedFilter } from "./feed.filter.ts";
export { canJump, columnsFor, DEEP, feedPlaces, orderOf, postsFor, type Window } from "./feed.places.ts";
export { type FeedOrder, feedOrder } from "./feed.tabs.ts";
export { COUNTED, type FeedTotal, totalOf } from "./feed.total.ts";
