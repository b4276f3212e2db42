// No zod here: rules and screens use these.

/** Limits of proposed tags. The points that it takes are a parameter, and how many a day are in `TRUST_LIMITS`. */
export const TAG_PROPOSALS = {
  /** How many of one member's proposals may be open at the same time. */
  open: 5,
  description: 300,
  reason: 500,
  note: 500,
  /** How many of their own a member sees, the latest first. */
  shown: 50,
} as const;

export const TAG_NAME_LENGTH = 64;
/** What is said of a name that can't be a tag's. */
export const TAG_NAME_RULE =
  "A tag is 1 to 64 letters, digits, spaces, underscores and + # . -, and begins with a letter or digit";

const TAG_NAME = /^[\p{L}\p{N}][\p{L}\p{N}+#._ -]*$/u;

/** Returns the name of a tag as it is stored: without spaces around it, and one between words. */
export function tidyTagName(name: string): string {
  return name.trim().replace(/\s+/g, " ");
}

/** Whether a tidy name can be a tag's. It has no commas, because they separate the feed's tags. */
export function isTagName(name: string): boolean {
  return name.length <= TAG_NAME_LENGTH && TAG_NAME.test(name);
}
