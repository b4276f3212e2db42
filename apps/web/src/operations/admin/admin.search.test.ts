import { ADMIN_USER_SORTS } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { auditInput, membersInput, readAdminSearch } from "./admin.search.ts";

const set = (given: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(readAdminSearch(given)).filter(([, value]) => value !== undefined));

describe("the URL of the admin panel", () => {
  it("opens the overview if it is invalid", () => {
    expect(set({})).toEqual({});
    expect(set({ tab: "nonsense", page: "x", role: "king" })).toEqual({});
  });

  it("keeps only the parameters of its tab", () => {
    expect(
      set({ tab: "members", page: 2, search: 42, role: "ADMIN", sort: "reputation", action: "ROLE_CHANGED" }),
    ).toEqual({ tab: "members", page: 2, search: "42", role: "admin", sort: "reputation" });
    expect(set({ tab: "audit", action: "role_changed", actor: "maren", search: "x" })).toEqual({
      tab: "audit",
      action: "ROLE_CHANGED",
      actor: "maren",
    });
    expect(set({ tab: "jobs", page: 3 })).toEqual({ tab: "jobs" });
  });

  it("accepts every order that the server supports", () => {
    for (const sort of ADMIN_USER_SORTS) {
      expect(readAdminSearch({ tab: "members", sort }).sort, sort).toBe(sort === "newest" ? undefined : sort);
    }
  });

  it("becomes the matching call", () => {
    expect(membersInput({})).toEqual({ page: 1, limit: 20 });
    expect(membersInput({ page: 2, search: "a", role: "user", suspended: true, sort: "oldest" })).toEqual({
      page: 2,
      limit: 20,
      search: "a",
      role: "user",
      suspended: true,
      sort: "oldest",
    });
    expect(auditInput({ subject: "noor" })).toEqual({ page: 1, limit: 20, subject: "noor" });
  });
});
