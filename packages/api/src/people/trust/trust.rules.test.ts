import {
  HOUR_MS,
  levelAbove,
  TRUST_CODES,
  TRUST_KINDS,
  TRUST_LEVELS,
  TRUST_LIMITS,
  type TrustLimit,
} from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { translate } from "../../platform/language/index.ts";
import { mayUse, type Use } from "./trust.rules.ts";

const now = new Date("2026-03-02T12:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const use = (facts: Partial<Use> & Pick<Use, "kind">): Use => ({
  amount: 1,
  dayUsed: 1,
  dayStart: ago(0),
  minuteUsed: 1,
  minuteStart: ago(0),
  ...facts,
});
function refusalOf(level: (typeof TRUST_LEVELS)[number], facts: Partial<Use> & Pick<Use, "kind">) {
  const verdict = mayUse(level, use(facts), now);
  return verdict.ok ? null : { code: verdict.error.code, says: verdict.error.message, details: verdict.error.details };
}

describe("the table of limits", () => {
  it("allows no less at a higher level, of any kind", () => {
    for (const kind of TRUST_KINDS) {
      const limits = TRUST_LEVELS.map((level): TrustLimit => TRUST_LIMITS[level][kind]);
      expect(limits.map(({ day }) => day)).toEqual(limits.map(({ day }) => day).sort((a, b) => a - b));
      const minutes = limits.flatMap(({ minute }) => minute ?? []);
      expect(minutes).toEqual([...minutes].sort((a, b) => a - b));
    }
  });

  it("has room at each level for one text as long as the forms allow", () => {
    for (const level of TRUST_LEVELS) expect(TRUST_LIMITS[level].characters.day).toBeGreaterThanOrEqual(90_200);
  });

  it("names the next level that allows more, and never staff", () => {
    expect(levelAbove("new", "posts")).toBe("verified");
    expect(levelAbove("verified", "posts")).toBe("established");
    expect(levelAbove("established", "posts")).toBeNull();
    expect(levelAbove("staff", "posts")).toBeNull();
  });
});

describe("a limit", () => {
  it.each(TRUST_KINDS)("on %s has a translation of every part", (kind) => {
    const { day } = TRUST_LIMITS.verified[kind];
    const refusal = refusalOf("verified", { kind, amount: 1, dayUsed: day + 1, dayStart: ago(0) });
    for (const language of ["de", "es", "ja"] as const)
      expect(translate(language, refusal?.says ?? "a day")).not.toMatch(
        / a day|\b(?:ask|give|write|cast|send|add|make|upload|propose) /,
      );
  });

  it("allows its last one, and refuses the next, until the day is over", () => {
    const { day } = TRUST_LIMITS.verified.posts;
    const started = { kind: "posts", dayStart: ago(21 * HOUR_MS) } as const;
    expect(refusalOf("verified", { ...started, dayUsed: day })).toBeNull();
    expect(refusalOf("verified", { ...started, dayUsed: day + 1 })).toEqual({
      code: "POST_LIMIT",
      says: "You can ask 10 questions a day. Try again in 3 hours. Once you're an established member, it's 30 a day.",
      details: {
        limit: day,
        window: "day",
        level: "verified",
        until: "2026-03-02T15:00:00.000Z",
        retryAfter: 10_800,
        liftedBy: "established",
      },
    });
  });

  it("of a minute is over after the minute", () => {
    const refusal = refusalOf("staff", { kind: "posts", minuteUsed: 11, minuteStart: ago(20_000) });
    expect(refusal).toMatchObject({
      code: "POST_LIMIT",
      details: { window: "minute", retryAfter: 40, liftedBy: null },
    });
    expect(refusal?.says).toBe("You can ask 10 questions a minute. Try again in 40 seconds.");
  });

  it("has a code of its own for each kind", () => {
    const codes = TRUST_KINDS.map((kind) => refusalOf("verified", { kind, dayUsed: 1e12 })?.code);
    expect(codes).toEqual(Object.values(TRUST_CODES));
    expect(new Set(codes).size).toBe(TRUST_KINDS.length);
  });

  it("asks for less where waiting wouldn't help", () => {
    const { day } = TRUST_LIMITS.verified.links;
    expect(refusalOf("verified", { kind: "links", amount: day + 1, dayUsed: day + 1 })?.says).toBe(
      "You can add 20 links a day. Remove some links. Once you're an established member, it's 200 a day.",
    );
    expect(refusalOf("new", { kind: "uploads", amount: 2 ** 30, dayUsed: 2 ** 30 })?.says).toBe(
      "You can upload 20 MB a day. Choose a smaller file. Once you've confirmed your email address, it's 300 MB a day.",
    );
  });

  it("tells newcomers to confirm their address", () => {
    const refusal = refusalOf("new", { kind: "posts", dayUsed: 2 });
    expect(refusal?.code).toBe("EMAIL_UNVERIFIED");
    expect(refusal?.says).toContain("you can ask one question a day. Open the link");
  });
});
