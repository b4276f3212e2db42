import { describe, expect, it } from "vitest";
import { readModerationSearch } from "./moderation.search.ts";

const set = (given: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(readModerationSearch(given)).filter(([, value]) => value !== undefined));

describe("the URL of the moderation page", () => {
  it("opens the flags if it is invalid", () => {
    expect(set({})).toEqual({});
    expect(set({ tab: "nonsense", page: -1, status: "x" })).toEqual({});
    expect(set({ tab: "flags", page: 1 })).toEqual({});
  });

  it("keeps only the parameters of its tab", () => {
    expect(set({ tab: "decided", page: "3", search: "oskar" })).toEqual({ tab: "decided", page: 3 });
    expect(set({ tab: "appeals", status: "decided" })).toEqual({ tab: "appeals", status: "decided" });
    expect(set({ tab: "shared", search: "ada", suspended: true })).toEqual({ tab: "shared", search: "ada" });
    expect(set({ tab: "members", search: 123, suspended: true })).toEqual({
      tab: "members",
      search: "123",
      suspended: true,
    });
  });
});
