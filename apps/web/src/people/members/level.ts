/** Level titles and the points they start at, ascending. They grant no rights. */
const LEVELS = [
  { title: "Newbie", from: Number.NEGATIVE_INFINITY },
  { title: "Member", from: 50 },
  { title: "Contributor", from: 100 },
  { title: "Regular", from: 500 },
  { title: "Veteran", from: 1_000 },
  { title: "Expert", from: 5_000 },
  { title: "Legend", from: 10_000 },
] as const;

export type LevelTitle = (typeof LEVELS)[number]["title"];

/** Returns the title for a number of reputation points, which may be negative. */
export function levelTitle(points: number): LevelTitle {
  return LEVELS.findLast((level) => points >= level.from)?.title ?? "Newbie";
}

/** Returns the next title and the points still missing; `null` at the top. */
export function nextLevel(points: number): { title: LevelTitle; missing: number; share: number } | null {
  const index = LEVELS.findIndex((level) => level.from > points);
  const next = LEVELS[index];
  if (!next) return null;
  const start = Math.max(LEVELS[index - 1]?.from ?? 0, 0);
  return {
    title: next.title,
    missing: next.from - points,
    share: Math.min(1, Math.max(0, (points - start) / (next.from - start))),
  };
}
