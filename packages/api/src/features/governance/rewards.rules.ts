import { DAY_MS } from "@bbux/contract";

/** What the treasury sets aside for a day: what is due, or all it has where that is less. */
export function allotment(due: bigint, treasury: bigint): bigint {
  if (treasury <= 0n) return 0n;
  return due < treasury ? due : treasury;
}

/** A UTC day, as `2026-03-01`. */
export type Day = string;

/** The UTC day that an instant belongs to: midnight belongs to the day that it begins. */
export function dayOf(at: Date): Day {
  return at.toISOString().slice(0, 10);
}

export function daysAfter(day: Day, days: number): Day {
  return dayOf(new Date(startOf(day).getTime() + days * DAY_MS));
}

export function startOf(day: Day): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

/** The instant at which a day is over: the next begins with it. */
export function endOf(day: Day): Date {
  return startOf(daysAfter(day, 1));
}

/**
 * The day to reward next: the one after the last that was rewarded, else the first on which anybody staked, else yesterday.
 * @returns null while it is not over
 */
export function nextDay(known: { readonly last: Day | null; readonly firstStake: Date | null }, now: Date): Day | null {
  const yesterday = daysAfter(dayOf(now), -1);
  const next = known.last ? daysAfter(known.last, 1) : known.firstStake ? dayOf(known.firstStake) : yesterday;
  return next <= yesterday ? next : null;
}
