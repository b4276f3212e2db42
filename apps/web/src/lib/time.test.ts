import { DAY_MS } from "@bbux/contract";
import { afterEach, describe, expect, it } from "vitest";
import { writeFor } from "./locale.ts";
import { recentDayText, timeText } from "./time.ts";

afterEach(() => writeFor());

/** Without the narrow spaces that depend on the engine's data. */
const plain = (text: string) => text.replace(/\s/g, " ");

describe("a time as the app writes it", () => {
  it.each([
    ["exact", "3 March 2026 at 14:05 UTC"],
    ["second", "3 Mar 2026, 14:05:09"],
    ["moment", "3 Mar, 14:05"],
    ["weekdayTime", "Tue 14:05"],
    ["weekday", "Tuesday 3 March"],
    ["weekdayAndYear", "Tuesday, 3 March 2026"],
    ["date", "3 Mar 2026"],
    ["day", "3 Mar"],
    ["month", "March"],
    ["monthAndYear", "March 2026"],
    ["clock", "14:05"],
  ] as const)("has the form %s", (form, text) => {
    expect(plain(timeText("2026-03-03T14:05:09.000Z", form, { utc: true }))).toBe(text);
  });

  it("is in the reader's locale", () => {
    writeFor("de-DE");
    expect(timeText("2026-03-03T14:05:00.000Z", "exact", { utc: true })).toMatch(/^3\. März 2026 um 14:05 UTC$/);
  });

  it("keeps a day that is counted in UTC, whatever the reader's zone is", () => {
    expect(timeText("2026-03-03", "date")).toBe("3 Mar 2026");
    expect(timeText(Date.UTC(2026, 2, 3), "date", { utc: true })).toBe("3 Mar 2026");
  });

  it("has the year only where it is more than twelve months ago", () => {
    const now = Date.UTC(2026, 2, 3);
    expect(recentDayText(now - 365 * DAY_MS, { now, utc: true })).toBe("3 Mar");
    expect(recentDayText(now - 366 * DAY_MS, { now, utc: true })).toBe("2 Mar 2025");
  });
});
