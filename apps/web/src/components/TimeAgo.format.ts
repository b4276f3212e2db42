import { DAY_MS, HOUR_MS } from "@bbux/contract";
import { numberText } from "../lib/locale.ts";
import { timeText } from "../lib/time.ts";

const MINUTE_MS = 60_000;
/**
 * Formats how long ago something was, in one unit: "just now", "3 hours ago", "2 months ago". A time in the future
 * counts as now.
 */
export function timeAgo(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  if (passed < MINUTE_MS) return "just now";
  // Avoids Intl.RelativeTimeFormat, because creating one blocks a slow phone for a whole frame.
  if (passed < HOUR_MS) return plural(Math.floor(passed / MINUTE_MS), ["# minute ago", "# minutes ago"]);
  if (passed < DAY_MS) return plural(Math.floor(passed / HOUR_MS), ["# hour ago", "# hours ago"]);
  const days = Math.floor(passed / DAY_MS);
  if (days < 30) return plural(days, ["# day ago", "# days ago"]);
  if (days < 365) return plural(Math.floor(days / 30), ["# month ago", "# months ago"]);
  return plural(Math.floor(days / 365), ["# year ago", "# years ago"]);
}

/**
 * Formats the exact time in the reader's locale and named time zone, for hovers and for sentences that state a
 * deadline.
 */
export function exactTime(iso: string): string {
  return timeText(iso, "exact");
}

/**
 * Formats a duration in its largest unit, with rounded hours and days: "5 days", "1 hour", "12 minutes", "less than a
 * minute".
 */
export function span(ms: number): string {
  if (ms < MINUTE_MS) return "less than a minute";
  if (ms < HOUR_MS) return plural(Math.floor(ms / MINUTE_MS), ["# minute", "# minutes"]);
  if (ms < DAY_MS) return plural(Math.round(ms / HOUR_MS), ["# hour", "# hours"]);
  return plural(Math.round(ms / DAY_MS), ["# day", "# days"]);
}

/**
 * Formats a count: `plural(3, ["# answer", "# answers"])` is "3 answers". A translation may have more forms, and its
 * `formOf` says which one a count takes; `#` is the localized count, and may be left out.
 */
export function plural(count: number, forms: readonly string[], formOf = (n: number) => (n === 1 ? 0 : 1)): string {
  return (forms[formOf(count)] ?? forms.at(-1) ?? "#").replace("#", numberText(count));
}
