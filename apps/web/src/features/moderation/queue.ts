/** Where j and k go from here: the next or the one before, and the first where nothing was chosen yet. */
export function step(keys: readonly string[], present: string | null, by: 1 | -1): string | null {
  const at = present === null ? -1 : keys.indexOf(present);
  if (at === -1) return keys[by === 1 ? 0 : keys.length - 1] ?? null;
  return keys[Math.min(Math.max(at + by, 0), keys.length - 1)] ?? null;
}

/** Which case takes the place of one that was decided: the one after it, else the one before. */
export function successor(keys: readonly string[], gone: string): string | null {
  const at = keys.indexOf(gone);
  return keys[at + 1] ?? keys[at - 1] ?? null;
}
