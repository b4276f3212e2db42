// Work done several at a time.
export { forEachConcurrently } from "./for-each.ts";
