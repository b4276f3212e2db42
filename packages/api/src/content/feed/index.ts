// Which posts a feed shows, in which order, and how many there are.
export { type Feed, type FeedFilter, feedFilter } from "./feed.filter.ts";
export { canJump, DEEP, feedPlaces, orderOf, type Window } from "./feed.places.ts";
export { COUNTED, type FeedTotal, totalOf } from "./feed.total.ts";
