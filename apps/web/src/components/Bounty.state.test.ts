import { describe, expect, it } from "vitest";
import { type BountyFacts, timeLeft } from "./Bounty.state.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const at = (ms: number) => new Date(now + ms).toISOString();
const hour = 3_600_000;
const escrowed = (ms: number): BountyFacts => ({ bountyStatus: "ESCROWED", bountyExpiresAt: at(ms) });

describe("the time left on a bounty", () => {
  it.each([
    [7 * 24 * hour, "7 days left"],
    [47 * hour, "2 days left"],
    [5 * hour, "5 hours left"],
    [30_000, "less than a minute left"],
    [0, "has ended"],
    [-hour, "has ended"],
  ])("%i ms before expiry reads '%s'", (ms, expected) => {
    expect(timeLeft(escrowed(ms), now)).toBe(expected);
  });

  it("is absent once there is nothing left to win", () => {
    expect(timeLeft({ bountyStatus: "PAID", bountyExpiresAt: at(hour) }, now)).toBeNull();
    expect(timeLeft({ bountyStatus: "REFUNDED", bountyExpiresAt: at(hour) }, now)).toBeNull();
    expect(timeLeft({ bountyStatus: "NONE", bountyExpiresAt: null }, now)).toBeNull();
  });
});
