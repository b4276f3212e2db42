/** Returns the start of the mention before the caret. */
export function mentionAt(text: string, caret: number): { start: number; part: string } | null {
  const [, part] = /(?:^|[\s(])@([A-Za-z0-9_-]{0,30})$/.exec(text.slice(0, caret)) ?? [];
  return part === undefined ? null : { start: caret - part.length - 1, part };
}

/** Returns the names that may complete a mention, in their order; none once it is a whole name. */
export function namesFor(part: string, names: readonly string[], most = 5): string[] {
  const wanted = part.toLowerCase();
  // What is written already mentions someone, so a list would only be in the way of sending it.
  if (names.includes(part)) return [];
  return names.filter((name) => name.toLowerCase().startsWith(wanted)).slice(0, most);
}
