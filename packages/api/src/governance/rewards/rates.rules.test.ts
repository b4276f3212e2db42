import { DEFAULT_PARAMETERS, UNIT } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { type PlatformFigures, personalRate, personalRateOut, platformRate, rateOut } from "./rates.rules.ts";

/** No level is HIGH or LOW: the treasury holds two months of the base rate for 40 staked of 100. */
const quiet: PlatformFigures = {
  volume: 0n,
  treasury: (40n * UNIT * 500n * 60n) / 1_000_000n,
  staked: 40n * UNIT,
  circulating: 100n * UNIT,
};
const rate = (figures: Partial<PlatformFigures>, parameters = {}) =>
  platformRate({ ...quiet, ...figures }, { ...DEFAULT_PARAMETERS, ...parameters });
const total = (figures: Partial<PlatformFigures>, parameters = {}) => rateOut(rate(figures, parameters)).totalRate;

describe("the daily rate", () => {
  it("is 0.0005 when no level is HIGH [M9.06]", () => {
    expect(rateOut(rate({}))).toEqual({
      baseRate: 0.0005,
      activityBonus: 0,
      treasuryBonus: 0,
      participationPenalty: 0,
      totalRate: 0.0005,
      maxRate: 0.0012,
    });
  });

  it.each([
    ["LOW", 10n * UNIT - 1n, 0],
    ["MEDIUM", 10n * UNIT, 0],
    ["MEDIUM", 100n * UNIT - 1n, 0],
    ["HIGH", 100n * UNIT, 0.0002],
  ] as const)("rates activity %s at a volume of %d, and pays more for HIGH only [M9.07]", (level, volume, bonus) => {
    const { levels, ...parts } = rate({ volume });
    expect([levels.activityLevel, rateOut(parts).activityBonus]).toEqual([level, bonus]);
    expect(total({ volume })).toBe(0.0005 + bonus);
  });

  it("uses the configured thresholds of activity [M9.07]", () => {
    expect(rate({ volume: 3n }, { volumeMedium: 2n, volumeHigh: 3n }).levels.activityLevel).toBe("HIGH");
    expect(rate({ volume: 2n }, { volumeMedium: 2n, volumeHigh: 3n }).levels.activityLevel).toBe("MEDIUM");
  });

  const month = (40n * UNIT * 500n * 30n) / 1_000_000n;
  it.each([
    ["LOW", month - 1n, 0],
    ["MEDIUM", month, 0],
    ["MEDIUM", 3n * month - 1n, 0],
    ["HIGH", 3n * month, 0.0001],
  ] as const)("rates the treasury %s with %d, and pays more for HIGH only [M3.08 M9.08]", (level, treasury, bonus) => {
    const { levels, ...parts } = rate({ treasury });
    expect([levels.treasuryHealth, rateOut(parts).treasuryBonus]).toEqual([level, bonus]);
  });

  it("measures the treasury by what 30 days cost with every part but its own bonus [M3.08]", () => {
    // Three months at the base rate are less than three at the rate with activity.
    expect(rate({ treasury: 3n * month }).levels.treasuryHealth).toBe("HIGH");
    expect(rate({ treasury: 3n * month, volume: 100n * UNIT }).levels.treasuryHealth).toBe("MEDIUM");
  });

  it("rates a treasury with nothing to pay HIGH [M3.08]", () => {
    expect(rate({ staked: 0n, treasury: 0n }).levels.treasuryHealth).toBe("HIGH");
    expect(rate({ treasury: 0n }, { baseRate: 0n }).levels.treasuryHealth).toBe("HIGH");
  });

  it.each([
    ["LOW", 20n * UNIT - 1n, 0],
    ["MEDIUM", 20n * UNIT, 0],
    ["MEDIUM", 50n * UNIT, 0],
    ["HIGH", 50n * UNIT + 1n, -0.0003],
  ] as const)(
    "rates participation %s with %d of 100 staked, and pays less for HIGH only [M3.07 M9.10]",
    (level, staked, penalty) => {
      const { levels, ...parts } = rate({ staked });
      expect(levels.participationLevel).toBe(level);
      expect(rateOut(parts).participationPenalty).toBeCloseTo(penalty, 10);
    },
  );

  it("rates participation LOW when nothing circulates [M3.07]", () => {
    expect(rate({ staked: 0n, circulating: 0n }).levels.participationLevel).toBe("LOW");
  });

  it("is the sum of its parts", () => {
    const figures = { volume: 100n * UNIT, treasury: 1_000n * UNIT, staked: 60n * UNIT };
    expect(total(figures)).toBe(0.0005);
    expect(total({ ...figures, staked: 40n * UNIT })).toBe(0.0008);
  });

  it("is never below 0 or above the maximum [M9.11]", () => {
    expect(total({ staked: 60n * UNIT }, { baseRate: 200n })).toBe(0);
    expect(total({}, { baseRate: 1_201n })).toBe(0.0012);
    expect(total({}, { maxRate: 400n })).toBe(0.0004);
  });
});

describe("a member's own rate", () => {
  it("is 0.0002 higher for members who voted, and for no one else [M9.09]", () => {
    expect(personalRateOut(personalRate(rate({}), 200n, true))).toMatchObject({
      governanceBonus: 0.0002,
      totalRate: 0.0007,
    });
    expect(personalRateOut(personalRate(rate({}), 200n, false))).toMatchObject({
      governanceBonus: 0,
      totalRate: 0.0005,
    });
  });

  it("adds the bonus before the bounds apply, so nothing is cut without need [M9.09 M9.11]", () => {
    const low = rate({ staked: 60n * UNIT }, { baseRate: 100n });
    expect(low.totalRate).toBe(0n);
    expect(personalRate(low, 200n, true).totalRate).toBe(100n);
    expect(personalRate(rate({}, { baseRate: 1_100n }), 200n, true).totalRate).toBe(1_200n);
  });
});
