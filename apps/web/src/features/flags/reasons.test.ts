import { FLAG_REASONS } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { flagProblem, REASONS } from "./reasons.ts";

describe("a flag", () => {
  it("offers every reason that moderators know, each with its words", () => {
    expect(REASONS.map(({ value }) => value)).toEqual([...FLAG_REASONS]);
    for (const { label, description } of REASONS) expect(label.length * description.length).toBeGreaterThan(0);
  });

  it("needs a reason, and words where none of the list fits", () => {
    expect(flagProblem(null, "It is bad")).toEqual({ reason: "Please choose what is wrong" });
    expect(flagProblem("OTHER", "  ")).toEqual({ note: "Please say what is wrong" });
    expect(flagProblem("OTHER", "It is a test")).toBeNull();
    expect(flagProblem("SPAM", "")).toBeNull();
  });
});
