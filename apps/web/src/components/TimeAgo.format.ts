import { DAY_MS, HOUR_MS } from "@bbux/contract";
import { dateText, numberText } from "../locale.ts";

const MINUTE_MS = 60_000;
const EXACT = {
  ...({ day: "numeric", month: "long", year: "numeric" } as const),
  ...({ hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const),
};
/** How long ago, in one unit: "just now", "3 hours ago", "2 months ago". A time ahead of our clock counts as now. */
export function timeAgo(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  if (passed < MINUTE_MS) return "just now";
  // Not by Intl.RelativeTimeFormat: a slow phone is busy for the time of a frame until it has made one.
  if (passed < HOUR_MS) return plural(Math.floor(passed / MINUTE_MS), ["# minute ago", "# minutes ago"]);
  if (passed < DAY_MS) return plural(Math.floor(passed / HOUR_MS), ["# hour ago", "# hours ago"]);
  const days = Math.floor(passed / DAY_MS);
  if (days < 30) return plural(days, ["# day ago", "# days ago"]);
  if (days < 365) return plural(Math.floor(days / 30), ["# month ago", "# months ago"]);
  return plural(Math.floor(days / 365), ["# year ago", "# years ago"]);
}

/** The exact time as the reader writes it, in their zone, which is named: for the hover and for sentences that give a deadline. */
export function exactTime(iso: string): string {
  return dateText(iso, EXACT);
}

/** A span in its largest unit, hours and days rounded: "5 days", "1 hour", "12 minutes", "less than a minute". */
export function span(ms: number): string {
  if (ms < MINUTE_MS) return "less than a minute";
  if (ms < HOUR_MS) return plural(Math.floor(ms / MINUTE_MS), ["# minute", "# minutes"]);
  if (ms < DAY_MS) return plural(Math.round(ms / HOUR_MS), ["# hour", "# hours"]);
  return plural(Math.round(ms / DAY_MS), ["# day", "# days"]);
}

/**
 * So many of something: `plural(3, ["# answer", "# answers"])` is "3 answers". A translation may have more forms, and its
 * `formOf` says which one a count takes; `#` is the count as the reader writes it,
 * and may be left out where the count stands elsewhere.
 */
export function plural(count: number, forms: readonly string[], formOf = (n: number) => (n === 1 ? 0 : 1)): string {
  return (forms[formOf(count)] ?? forms.at(-1) ?? "#").replace("#", numberText(count));
}
