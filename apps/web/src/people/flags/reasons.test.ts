import { FLAG_REASONS } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { flagProblem, REASONS } from "./reasons.ts";

describe("a flag", () => {
  it("offers every reason that moderators know, each with a text", () => {
    expect(REASONS.map(({ value }) => value)).toEqual([...FLAG_REASONS]);
    for (const { label, description } of REASONS) expect(label.length * description.length).toBeGreaterThan(0);
  });

  it("requires a reason, and a text if no listed one fits", () => {
    expect(flagProblem(null, "It is bad")).toEqual({ reason: "Please choose what's wrong" });
    expect(flagProblem("OTHER", "  ")).toEqual({ note: "Please say what's wrong" });
    expect(flagProblem("OTHER", "It is a test")).toBeNull();
    expect(flagProblem("SPAM", "")).toBeNull();
  });
});
