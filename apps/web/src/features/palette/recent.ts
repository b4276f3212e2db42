/** Something that was gone to by the palette: enough to be shown and gone to again. */
export interface Visit {
  readonly id: string;
  readonly title: string;
}

/** Where the browser keeps what was used last; signing out removes it. */
const STORED_RECENT = "bbux.palette";
const KEPT = 20;

function isVisit(given: unknown): given is Visit {
  return (
    typeof given === "object" &&
    given !== null &&
    "id" in given &&
    typeof given.id === "string" &&
    "title" in given &&
    typeof given.title === "string"
  );
}

/** What was used last, the latest first. What a browser's storage holds may be anything. */
export function readRecent(): readonly Visit[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED_RECENT) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isVisit).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

/** The next person at this browser does not see where this one went. */
export function forgetRecent(): void {
  try {
    localStorage.removeItem(STORED_RECENT);
  } catch {
    // Nothing was kept either.
  }
}

/** Puts it in front. Words that a search was made for are not kept. */
export function remember({ id, title }: Visit): void {
  const next = [{ id, title }, ...readRecent().filter((visit) => visit.id !== id)].slice(0, KEPT);
  try {
    localStorage.setItem(STORED_RECENT, JSON.stringify(next));
  } catch {
    // Without storage nothing is first.
  }
}
