/** Describes a schedule (cron, UTC) in the few forms that the platform uses; any other is shown unchanged. */
export function cronText(cron: string): string {
  const [minute = "", hour = "", ...rest] = cron.trim().split(/\s+/);
  if (rest.join(" ") !== "* * *") return cron;
  const everyMinutes = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (hour === "*") {
    if (minute === "*") return "every minute";
    if (everyMinutes) return `every ${everyMinutes} minutes`;
    if (/^\d+$/.test(minute)) return minute === "0" ? "every hour" : `every hour, ${minute} past`;
    return cron;
  }
  if (/^\d+$/.test(minute) && /^\d+$/.test(hour))
    return `daily at ${hour.padStart(2, "0")}:${minute.padStart(2, "0")} UTC`;
  return cron;
}
