import { DAY_MS, HOUR_MS } from "@bbux/contract";
import { plural } from "./TimeAgo.format.ts";

const MINUTE_MS = 60_000;

interface TimeLeftText {
  /** Short, as it is shown. */
  readonly shown: string;
  readonly spoken: string;
}

/**
 * Formats the time left to vote: days and hours ("1d 23h left"), below a day hours and minutes ("5h 12m left"), below an
 * hour minutes ("34m left"). Null from `expiresAt` on.
 */
export function refundTimeLeft(expiresAt: string, now: number): TimeLeftText | null {
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return null;
  const [days, hours, minutes] = [DAY_MS, HOUR_MS, MINUTE_MS].map((unit) => Math.floor(left / unit)) as [
    number,
    number,
    number,
  ];
  const [ofDay, ofHour] = [hours % 24, minutes % 60];
  if (days > 0)
    return {
      shown: /* @wc-include */ `${days}d ${ofDay}h left`,
      spoken: `${plural(days, ["# day", "# days"])} and ${plural(ofDay, ["# hour", "# hours"])} left`,
    };
  if (hours > 0)
    return {
      shown: /* @wc-include */ `${hours}h ${ofHour}m left`,
      spoken: `${plural(hours, ["# hour", "# hours"])} and ${plural(ofHour, ["# minute", "# minutes"])} left`,
    };
  const atLeast = Math.max(1, minutes);
  return { shown: /* @wc-include */ `${atLeast}m left`, spoken: plural(atLeast, ["# minute left", "# minutes left"]) };
}

/** Formats a wait of minutes by the second: "4:09", and "0:00" once it is over. */
export function countdown(until: string, now: number): string {
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
