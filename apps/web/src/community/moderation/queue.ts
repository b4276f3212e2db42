/** Returns where j and k lead: to the next or previous case, or to the first if none has the focus. */
export function step(keys: readonly string[], present: string | null, by: 1 | -1): string | null {
  const at = present === null ? -1 : keys.indexOf(present);
  if (at === -1) return keys[by === 1 ? 0 : keys.length - 1] ?? null;
  return keys[Math.min(Math.max(at + by, 0), keys.length - 1)] ?? null;
}

/** Returns the case that takes the place of a decided one: the next, otherwise the previous. */
export function successor(keys: readonly string[], gone: string): string | null {
  const at = keys.indexOf(gone);
  return keys[at + 1] ?? keys[at - 1] ?? null;
}
