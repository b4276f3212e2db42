import { timeText } from "./time.ts";

const DAY_MS = 86_400_000;

/** Whether two times are on the same day for the reader. */
export function sameDay(one: string, other: string): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** Names a day: Today, Yesterday, Friday 3 May, with the year if it isn't the current one. */
export function dayName(at: string, now: number): string {
  const day = new Date(at);
  const today = new Date(now).toDateString();
  if (day.toDateString() === today) return "Today";
  // Noon, because days of 23 and 25 hours begin and end at night.
  const yesterday = new Date(new Date(now).setHours(12) - DAY_MS).toDateString();
  if (day.toDateString() === yesterday) return "Yesterday";
  const year = day.getFullYear() === new Date(now).getFullYear() ? undefined : ("numeric" as const);
  return timeText(at, year ? "weekdayAndYear" : "weekday");
}

/** Splits what is in order of time into days of the reader. */
export function byDay<T extends { readonly createdAt: string }>(items: readonly T[]): readonly (readonly T[])[] {
  const days: T[][] = [];
  for (const item of items) {
    const day = days.at(-1);
    if (day?.[0] && sameDay(day[0].createdAt, item.createdAt)) day.push(item);
    else days.push([item]);
  }
  return days;
}

/** Formats hour and minute in the reader's zone. */
export function clockTime(at: string): string {
  return timeText(at, "clock");
}
