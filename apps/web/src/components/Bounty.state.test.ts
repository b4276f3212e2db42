import { describe, expect, it } from "vitest";
import { type BountyFacts, bountyOutlook, isUnpaid, timeLeft } from "./Bounty.state.ts";

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

describe("what happens with a bounty at the end", () => {
  it("names the settlement, seven days after expiry", () => {
    expect(bountyOutlook(escrowed(24 * hour), null)).toContain("18 March 2026");
    expect(bountyOutlook({ bountyStatus: "EXPIRED", bountyExpiresAt: at(-24 * hour) }, null)).toContain(
      "16 March 2026",
    );
  });

  it("speaks to the asker of what is theirs", () => {
    expect(bountyOutlook(escrowed(hour), null, true)).toContain("the answer that you accept");
    expect(bountyOutlook(escrowed(hour), null, true)).toContain("returns to you");
    expect(bountyOutlook(escrowed(hour), null)).toContain("returns to the asker");
  });

  it("names the winner of a paid one", () => {
    expect(bountyOutlook({ bountyStatus: "PAID", bountyExpiresAt: at(0) }, "ada")).toBe(
      "Paid to ada for the accepted answer.",
    );
  });
});

it("a bounty waits in escrow while escrowed or expired, and only then", () => {
  const unpaid = (["NONE", "ESCROWED", "EXPIRED", "PAID", "REFUNDED"] as const).filter((bountyStatus) =>
    isUnpaid({ bountyStatus }),
  );
  expect(unpaid).toEqual(["ESCROWED", "EXPIRED"]);
});
