import { type ChangeObject, diffLines, diffWordsWithSpace } from "diff";
import type { Part } from "./compare.ts";

/** The time limit (ms): beyond it, texts with little in common are compared by lines, or not at all. */
const PATIENCE = { timeout: 250 };

/** Compares two texts by words. In its own module, which is loaded only to compare. */
export function diffWords(before: string, after: string): Part[] {
  if (before === after) return before === "" ? [] : [{ text: before, change: "same" }];
  const changes = diffWordsWithSpace(before, after, PATIENCE) ?? diffLines(before, after, PATIENCE);
  if (changes) return smooth(changes.map(partOf));
  return [
    { text: before, change: "removed" },
    { text: after, change: "added" },
  ];
}

function partOf({ value, added, removed }: ChangeObject<string>): Part {
  return { text: value, change: added ? "added" : removed ? "removed" : "same" };
}

/**
 * Merges neighboring replaced words into one replacement: a space between two changes belongs to both. In each run the
 * removed text comes first.
 */
function smooth(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  let [gone, come] = ["", ""];
  const flush = () => {
    if (gone) result.push({ text: gone, change: "removed" });
    if (come) result.push({ text: come, change: "added" });
    [gone, come] = ["", ""];
  };
  for (const [index, { text, change }] of parts.entries()) {
    if (change === "removed") gone += text;
    else if (change === "added") come += text;
    else if (/^[ \t]+$/.test(text) && gone && come && index < parts.length - 1) {
      gone += text;
      come += text;
    } else {
      flush();
      result.push({ text, change });
    }
  }
  flush();
  return result;
}
