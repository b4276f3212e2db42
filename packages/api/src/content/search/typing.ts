const ALPHABET = "abcdefghijklmnopqrstuvwxyz";

/** Returns the word and every word one typo away: a letter missing, added, replaced, or two swapped. */
export function editsOf(word: string): string[] {
  const letters = [...word];
  const edits = new Set([word]);
  for (let at = 0; at <= letters.length; at++) {
    const before = letters.slice(0, at).join("");
    const [first = "", second = ""] = letters.slice(at);
    const rest = letters.slice(at + 1).join("");
    if (first) edits.add(before + rest);
    if (second) edits.add(before + second + first + letters.slice(at + 2).join(""));
    for (const letter of ALPHABET) {
      edits.add(before + letter + first + rest);
      if (first) edits.add(before + letter + rest);
    }
  }
  return [...edits];
}

/** Counts the typos between two words (optimal string alignment: missing, added, replaced, two neighbors swapped). */
export function typingDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
