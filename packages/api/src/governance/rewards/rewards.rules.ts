import { DAY_MS } from "@bbux/contract";

/** Returns what the treasury sets aside for a day: the amount due, or everything it has if that is less. */
export function allotment(due: bigint, treasury: bigint): bigint {
  if (treasury <= 0n) return 0n;
  return due < treasury ? due : treasury;
}

/** A UTC day, such as `2026-03-01`. */
export type Day = string;

/** Returns the UTC day of an instant; midnight belongs to the day that it begins. */
export function dayOf(at: Date): Day {
  return at.toISOString().slice(0, 10);
}

export function daysAfter(day: Day, days: number): Day {
  return dayOf(new Date(startOf(day).getTime() + days * DAY_MS));
}

export function startOf(day: Day): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

/** Returns the instant when a day is over, which is the start of the next. */
export function endOf(day: Day): Date {
  return startOf(daysAfter(day, 1));
}

/**
 * Returns the next day to reward: the one after the last rewarded day, otherwise the first day with a stake, otherwise
 * yesterday.
 * @returns null while that day isn't over
 */
export function nextDay(known: { readonly last: Day | null; readonly firstStake: Date | null }, now: Date): Day | null {
  const yesterday = daysAfter(dayOf(now), -1);
  const next = known.last ? daysAfter(known.last, 1) : known.firstStake ? dayOf(known.firstStake) : yesterday;
  return next <= yesterday ? next : null;
}
