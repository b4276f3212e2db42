import { DEFAULT_PARAMETERS, PARAMETER_NAMES, PARAMETERS, UNIT } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { boundsText, editable, previewOf, typedValue, valueProblem } from "./parameterField.ts";

describe("a parameter's field", () => {
  it.each(PARAMETER_NAMES)("shows and parses %s without changing it", (name) => {
    const { unit, default: value, max } = PARAMETERS[name];
    for (const each of [value, max, 1n]) expect(typedValue(unit, editable(unit, each))).toBe(each);
  });

  it("accepts what people type", () => {
    expect(typedValue("basisPoints", "4,5")).toBe(450n);
    expect(typedValue("basisPoints", ".5")).toBe(50n);
    expect(typedValue("perMillionDaily", "0.05")).toBe(500n);
    expect(typedValue("count", " 7 ")).toBe(7n);
    expect(typedValue("amount", "2.5")).toBe((5n * UNIT) / 2n);
  });

  it("refuses what isn't a value of the unit, is out of bounds, or is already in force", () => {
    for (const typed of ["", "x", "-1", "4.555", "1e3"]) {
      expect(valueProblem("bountyFee", "basisPoints", 500n, typed), typed).toMatch(/^Please enter a number/);
    }
    expect(valueProblem("requiredVotes", "count", 5n, "2.5")).toBe("Please enter a whole number");
    expect(valueProblem("bountyFee", "basisPoints", 500n, "11")).toBe("Fee on a bounty must be at most 10%");
    expect(valueProblem("bountyFee", "basisPoints", 500n, "5")).toBe("This is already in force");
    expect(valueProblem("bountyFee", "basisPoints", 500n, "4")).toBeNull();
  });

  it("names the unit of its bounds once", () => {
    expect(boundsText("baseRate", 0n, 2_000n)).toBe("0.000% to 0.200% a day");
    expect(boundsText("signalStake", 0n, 1_000_000n * UNIT)).toBe("0 to 1,000,000 BBUX");
    expect(boundsText("bountyFee", 0n, 1_000n)).toBe("0% to 10%");
  });

  it("calculates the example with the rules themselves", () => {
    expect(previewOf("bountyFee", 500n, 400n)).toContain("will cost 104.00 BBUX instead of 105.00 BBUX");
    expect(previewOf("withdrawalFee", 300n, 250n)).toContain("will pay out 97.50 SOL instead of 97.00 SOL");
    expect(previewOf("baseRate", 500n, 400n)).toContain("0.40 BBUX a day instead of 0.50 BBUX");
    expect(previewOf("requiredVotes", 5n, 3n)).toContain("decided by 3 equal votes instead of 5");
    for (const name of PARAMETER_NAMES) {
      expect(previewOf(name, DEFAULT_PARAMETERS[name], DEFAULT_PARAMETERS[name] + 1n)).toMatch(/\.$/);
    }
  });
});
