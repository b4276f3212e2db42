// Members as they appear beside what they wrote: reputation, title, and the card that a name opens.
export { levelTitle, nextLevel } from "./level.ts";
export { Reputation } from "./Reputation.tsx";
