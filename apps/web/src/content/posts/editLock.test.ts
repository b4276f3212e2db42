import { describe, expect, it } from "vitest";
import { editLock } from "./editLock.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

describe("the edit lock [C6.14]", () => {
  it("leaves a post that was never edited open", () => {
    expect(editLock(null, now)).toBeNull();
  });

  it("opens exactly 24 hours after the last edit", () => {
    expect(editLock(hoursAgo(24), now)).toBeNull();
    expect(editLock(hoursAgo(23.999), now)).not.toBeNull();
  });

  it("says how long it lasts and when it ends", () => {
    expect(editLock(hoursAgo(4), now)).toMatch(
      /^Edited less than 24 hours ago\. You can edit again in 20 hours, on 11 March 2026.*\d{2}:\d{2}/,
    );
    expect(editLock(hoursAgo(23.5), now)).toContain("in 30 minutes");
  });
});
