import type { Role } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import type { Verdict } from "../../platform/errors/errors.ts";
import { maySuspend } from "./suspension.rules.ts";

const codeOf = (verdict: Verdict) => (verdict.ok ? "ok" : verdict.error.code);
const judge = (role: Role, id = "9") => ({ id, role });

describe("suspending a member", () => {
  it.each([
    ["moderator", "user", "ok"],
    ["moderator", "moderator", "FORBIDDEN"],
    ["moderator", "admin", "FORBIDDEN"],
    ["admin", "user", "ok"],
    ["admin", "moderator", "ok"],
    ["admin", "admin", "FORBIDDEN"],
  ] as const)("by %s of %s: %s [C6.24]", (by, of, code) => {
    expect(codeOf(maySuspend(judge(by), judge(of, "1")))).toBe(code);
    expect(codeOf(maySuspend(judge(by, "1"), judge(of, "1")))).toBe("OWN_DECISION");
  });

  it("by an operator's command works for anyone but an admin", () => {
    expect(codeOf(maySuspend(null, judge("moderator")))).toBe("ok");
    expect(codeOf(maySuspend(null, judge("admin")))).toBe("CONFLICT");
  });
});
