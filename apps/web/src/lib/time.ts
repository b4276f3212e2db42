import { DAY_MS } from "@bbux/contract";
import { dateText } from "./locale.ts";

const DAY = { day: "numeric", month: "short" } as const;
const CLOCK = { hour: "2-digit", minute: "2-digit" } as const;

/** Every form in which a date or time is written. */
const FORMS = {
  /** "3 March 2026 at 14:05 UTC": for hovers and for sentences that state a deadline. */
  exact: { day: "numeric", month: "long", year: "numeric", ...CLOCK, timeZoneName: "short" },
  /** "3 Mar 2026, 14:05:09": for logs. */
  second: { dateStyle: "medium", timeStyle: "medium" },
  /** "3 Mar, 14:05" */
  moment: { ...DAY, ...CLOCK },
  /** "Tue 14:05": within a week. */
  weekdayTime: { weekday: "short", ...CLOCK },
  /** "Tuesday 3 March" */
  weekday: { weekday: "long", day: "numeric", month: "long" },
  /** "Tuesday, 3 March 2026" */
  weekdayAndYear: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  /** "3 Mar 2026" */
  date: { ...DAY, year: "numeric" },
  /** "3 Mar" */
  day: DAY,
  /** "March" */
  month: { month: "long" },
  /** "March 2026" */
  monthAndYear: { month: "long", year: "numeric" },
  /** "14:05" */
  clock: CLOCK,
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

interface TimeOptions {
  /** For days that are counted in UTC; otherwise the reader's zone applies. */
  readonly utc?: boolean;
}

/**
 * Writes a time in one of the app's forms, in the reader's locale. A day such as `2026-03-03` is one in UTC. Everything
 * that shows a date comes here; relative times ("3 days ago") and durations are in `TimeAgo.format.ts`.
 */
export function timeText(
  at: Date | number | string,
  form: keyof typeof FORMS,
  { utc = false }: TimeOptions = {},
): string {
  const isDay = typeof at === "string" && at.length === "2026-03-03".length;
  return dateText(at, { ...FORMS[form], ...((utc || isDay) && { timeZone: "UTC" }) });
}

/** Writes a day: "3 Mar", with the year if it is more than twelve months ago. */
export function recentDayText(at: number, { now = Date.now(), utc = false } = {}): string {
  return timeText(at, now - at > 365 * DAY_MS ? "date" : "day", { utc });
}
