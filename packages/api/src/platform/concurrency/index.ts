export { forEachConcurrently } from "./for-each.ts";
