import { describe, expect, it } from "vitest";
import { type BountyFacts, isUnpaid, timeLeft } from "./Bounty.state.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const at = (ms: number) => new Date(now + ms).toISOString();
const hour = 3_600_000;
const escrowed = (ms: number): BountyFacts => ({ bountyStatus: "ESCROWED", bountyExpiresAt: at(ms) });

describe("time left on a bounty", () => {
  it.each([
    [7 * 24 * hour, "7 days left"],
    [47 * hour, "2 days left"],
    [5 * hour, "5 hours left"],
    [30_000, "less than a minute left"],
    [0, "time is up"],
    [-hour, "time is up"],
  ])("%i ms before expiry reads '%s'", (ms, expected) => {
    expect(timeLeft(escrowed(ms), now)).toBe(expected);
  });

  it("says nothing once there is nothing left to win", () => {
    expect(timeLeft({ bountyStatus: "PAID", bountyExpiresAt: at(hour) }, now)).toBeNull();
    expect(timeLeft({ bountyStatus: "REFUNDED", bountyExpiresAt: at(hour) }, now)).toBeNull();
    expect(timeLeft({ bountyStatus: "NONE", bountyExpiresAt: null }, now)).toBeNull();
  });
});

it("a bounty waits in escrow while escrowed or expired, and only then", () => {
  const unpaid = (["NONE", "ESCROWED", "EXPIRED", "PAID", "REFUNDED"] as const).filter((bountyStatus) =>
    isUnpaid({ bountyStatus }),
  );
  expect(unpaid).toEqual(["ESCROWED", "EXPIRED"]);
});
