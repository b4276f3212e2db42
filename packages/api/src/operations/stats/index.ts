// The platform in numbers.
export { getStats } from "./stats.queries.ts";
