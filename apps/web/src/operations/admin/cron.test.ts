import { expect, it } from "vitest";
import { cronText } from "./cron.ts";

it.each([
  ["* * * * *", "every minute"],
  ["*/5 * * * *", "every 5 minutes"],
  ["0 * * * *", "every hour"],
  ["7 * * * *", "every hour, 7 past"],
  ["17 3 * * *", "daily at 03:17 UTC"],
  ["0 0 1 * *", "0 0 1 * *"],
  ["*/5 3 * * *", "*/5 3 * * *"],
])("says %s as: %s", (cron, words) => {
  expect(cronText(cron)).toBe(words);
});
