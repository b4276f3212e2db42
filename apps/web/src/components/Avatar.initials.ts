/** Muted backgrounds on which white is readable (at least 4.5 to 1). */
const GROUNDS = ["#3f6259", "#5b5a86", "#7a4f5f", "#4d6680", "#6b5d3d", "#56663f", "#7d5440", "#5f5f5a"] as const;

/**
 * Returns the initials of a name: its first letter, and that of its second part if there is one ("LP" for "lucia_p").
 */
export function initialsOf(name: string, most: 1 | 2 = 2): string {
  const parts = name.split(/[_\-\s.]+/).filter((part) => part !== "");
  const letters = parts.slice(0, most).map((part) => Array.from(part)[0] ?? "");
  return letters.join("").toUpperCase() || "?";
}

/** Returns the color behind a member's initials: the same everywhere, whatever the name's case. */
export function groundOf(name: string): string {
  let sum = 0;
  for (const letter of name.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return GROUNDS[sum % GROUNDS.length] ?? GROUNDS[0];
}
