import { describe, expect, it } from "vitest";
import { shownBounty } from "./RowBounty.state.ts";

const NOW = Date.parse("2026-03-10T12:00:00Z");
const bounty = { createdAt: "2026-03-08T12:00:00Z", bountyExpiresAt: "2026-03-16T12:00:00Z" };

describe("a row's bounty", () => {
  it("says how much of its time is left while it can be won", () => {
    expect(shownBounty({ ...bounty, bountyStatus: "ESCROWED" }, NOW)).toEqual({
      look: "open",
      text: "6 days left",
      left: 0.75,
    });
  });

  it("stands out in its last day, as on its own page", () => {
    const at = Date.parse("2026-03-15T12:00:00Z");
    expect(shownBounty({ ...bounty, bountyStatus: "ESCROWED" }, at - 1)).toMatchObject({ look: "open" });
    expect(shownBounty({ ...bounty, bountyStatus: "ESCROWED" }, at)).toMatchObject({ look: "soon", left: 0.125 });
  });

  it.each([
    ["EXPIRED", "over", "Ended"],
    ["PAID", "paid", "Paid"],
    ["REFUNDED", "returned", "Returned"],
  ] as const)("that is %s shows what became of it", (bountyStatus, look, text) => {
    expect(shownBounty({ ...bounty, bountyStatus }, NOW)).toEqual({ look, text, left: null });
  });

  it("has ended as soon as its time is over, before the server says so", () => {
    const over = Date.parse(bounty.bountyExpiresAt);
    expect(shownBounty({ ...bounty, bountyStatus: "ESCROWED" }, over)).toMatchObject({ look: "over", left: null });
  });
});
