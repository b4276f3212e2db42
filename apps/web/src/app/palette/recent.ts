import { fieldOf } from "../../lib/record.ts";

/** Something opened through the palette: enough to show it and open it again. */
export interface Visit {
  readonly id: string;
  readonly title: string;
}

/** Where the browser keeps recent entries; signing out removes it. */
const STORED_RECENT = "bbux.palette";
const KEPT = 20;

function isVisit(given: unknown): given is Visit {
  return typeof fieldOf(given, "id") === "string" && typeof fieldOf(given, "title") === "string";
}

/** Returns the recent entries, latest first. Parses them, because a browser's storage may hold anything. */
export function readRecent(): readonly Visit[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED_RECENT) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isVisit).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

/** Clears the list, so that the next person at this browser doesn't see it. */
export function forgetRecent(): void {
  try {
    localStorage.removeItem(STORED_RECENT);
  } catch {
    // Without storage nothing was kept.
  }
}

/** Moves an entry to the front. Search words are not kept. */
export function remember({ id, title }: Visit): void {
  const next = [{ id, title }, ...readRecent().filter((visit) => visit.id !== id)].slice(0, KEPT);
  try {
    localStorage.setItem(STORED_RECENT, JSON.stringify(next));
  } catch {
    // Without storage there are no recent entries.
  }
}
