/** Returns "a, b and c". */
export function listAnd(words: readonly string[]): string {
  const first = words.slice(0, -1).join(", ");
  const last = words.at(-1) ?? "";
  return first === "" ? last : `${first} and ${last}`;
}

/** Returns "a, b or c". */
export function listOr(words: readonly string[]): string {
  const first = words.slice(0, -1).join(", ");
  const last = words.at(-1) ?? "";
  return first === "" ? last : `${first} or ${last}`;
}
