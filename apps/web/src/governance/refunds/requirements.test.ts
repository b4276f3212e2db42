import { describe, expect, it } from "vitest";
import { requirementsOf } from "./requirements.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const at = (ms: number) => new Date(now + ms).toISOString();
const unmet = (hindrances: Parameters<typeof requirementsOf>[0], time = now) =>
  requirementsOf(hindrances, time).filter(({ met }) => !met);

describe("the requirements of a voter", () => {
  it("are stated in full [M5.22 M5.23 M5.24 M5.25 M5.26]", () => {
    expect(requirementsOf([], now).map(({ text }) => text)).toEqual([
      "50 or more reputation points",
      "Account age of 7 or more days",
      "Prior engagement with the post",
      "A 5-minute minimum review time",
      "At most 10 votes per 24 hours",
    ]);
    expect(unmet([])).toEqual([]);
  });

  it("name what is missing with the server's text", () => {
    const message = "You have 12 of 50 points";
    expect(unmet([{ code: "VOTE_REPUTATION", message, availableAt: null }])).toMatchObject([
      { code: "VOTE_REPUTATION", missing: message },
    ]);
  });

  it("include points from established members for those who lack them", () => {
    const message = "Your vote counts once other established members have given you 50 points. You have 12.";
    const [first, ...others] = requirementsOf([{ code: "VOTE_NOT_ESTABLISHED", message, availableAt: null }], now);
    expect(first).toMatchObject({ text: "Points from other established members", met: false, missing: message });
    expect(others.every(({ met }) => met)).toBe(true);
  });

  it("are met when their time has come, and not before", () => {
    const review = [{ code: "VOTE_REVIEW_TIME", message: "Please wait", availableAt: at(1_000) }];
    expect(unmet(review)).toMatchObject([{ code: "VOTE_REVIEW_TIME", availableAt: at(1_000) }]);
    expect(unmet(review, now + 1_000)).toEqual([]);
  });

  it("don't depend on whose request it is or whether it is over", () => {
    expect(unmet([{ code: "OWN_REQUEST", message: "Yours", availableAt: null }])).toEqual([]);
  });
});
