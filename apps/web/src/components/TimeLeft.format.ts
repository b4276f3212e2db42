import { DAY_MS, HOUR_MS } from "@bbux/contract";

const MINUTE_MS = 60_000;

/**
 * Formats the time left to vote: days and hours ("1d 23h"), below a day hours and minutes ("5h 12m"), below an hour
 * minutes ("34m"), and 'Expired' from `expiresAt` on.
 */
export function refundTimeLeft(expiresAt: string, now: number): string {
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return "Expired";
  const [days, hours, minutes] = [DAY_MS, HOUR_MS, MINUTE_MS].map((unit) => Math.floor(left / unit)) as [
    number,
    number,
    number,
  ];
  if (days > 0) return `${days}d ${hours % 24}h`;
  if (hours > 0) return `${hours}h ${minutes % 60}m`;
  return `${Math.max(1, minutes)}m`;
}

/** The spoken form: "1 day 23 hours". */
export function spokenTimeLeft(text: string): string {
  const words = { d: "day", h: "hour", m: "minute" } as const;
  return text.replace(/(\d+)([dhm])/g, (_, count: string, unit: keyof typeof words) => {
    return `${count} ${words[unit]}${count === "1" ? "" : "s"}`;
  });
}

/** Formats a wait of minutes by the second: "4:09", and "0:00" once it is over. */
export function countdown(until: string, now: number): string {
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
