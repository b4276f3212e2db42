import { describe, expect, it } from "vitest";
import {
  emailProblem,
  newPasswordProblem,
  staffFreezeProblem,
  suspensionProblem,
  usernameProblem,
} from "./accounts.rules.ts";
import { email, newPassword, username } from "./auth.ts";

describe("sign-up fields", () => {
  it("are all required [C5.02]", () => {
    expect(usernameProblem("")).toBe("Username is required");
    expect(emailProblem(" ")).toBe("Email is required");
    expect(newPasswordProblem("")).toBe("Password is required");
  });

  it.each(["ab", "a".repeat(31), "ada lovelace", "аda", "admin", "Posts", ".."])(
    "refuse the username %j [C5.41]",
    (name) => expect(usernameProblem(name)).not.toBeNull(),
  );

  it("accept what the server accepts [C5.41]", () => {
    expect(usernameProblem("Ada_L-1")).toBeNull();
    expect(emailProblem(" ada@example.org ")).toBeNull();
    expect(newPasswordProblem("12345678")).toBeNull();
  });

  it("require 8 to 128 characters in a password [C5.44]", () => {
    expect(newPasswordProblem("1234567")).toBe("Password must be at least 8 characters long");
    expect(newPasswordProblem("x".repeat(129))).toMatch(/at most 128/);
  });
});

describe("the rules shown while typing", () => {
  const messageBy = (rule: typeof email | typeof newPassword | typeof username, value: string) => {
    const result = rule.safeParse(value);
    return result.success ? null : (result.error.issues[0]?.message ?? "");
  };

  it.each(["ab", "abc", "a".repeat(30), "a".repeat(31), "a b", "a.b", "Admin", "x@y", "_-_", "éa1"])(
    "judge the username %j as the schema does [C5.41, C5.42]",
    (value) => expect(usernameProblem(value)).toBe(messageBy(username, value)),
  );

  it.each(["1234567", "12345678", "x".repeat(128), "x".repeat(129)])(
    "judge a password as the schema does: %s [C5.44]",
    (value) => expect(newPasswordProblem(value)).toBe(messageBy(newPassword, value)),
  );

  it.each([
    "ada@example.org",
    "a.b+c@mail.example.co.uk",
    "ada",
    "ada@",
    "@example.org",
    "a b@example.org",
    "ada@example",
  ])("say of the email %j what the schema says", (value) => expect(emailProblem(value)).toBe(messageBy(email, value)));
});

describe("suspending", () => {
  it.each([
    ["moderator", "user", null],
    ["moderator", "moderator", "moderator"],
    ["moderator", "admin", "admin"],
    ["admin", "user", null],
    ["admin", "moderator", null],
    ["admin", "admin", "admin"],
  ])("by a %s of a %s is refused because of: %s [C6.24]", (by, of, problem) => {
    expect(suspensionProblem({ id: "1", role: by }, { id: "2", role: of })).toBe(problem);
    expect(suspensionProblem({ id: "2", role: by }, { id: "2", role: of })).toBe("self");
  });

  it("by an operator's command is refused only for an admin", () => {
    expect(suspensionProblem(null, { id: "2", role: "moderator" })).toBeNull();
    expect(suspensionProblem(null, { id: "2", role: "admin" })).toBe("admin");
  });
});

describe("freezing withdrawals", () => {
  it.each([
    ["moderator", "user", null],
    ["moderator", "moderator", "staff"],
    ["moderator", "admin", "staff"],
    ["admin", "user", null],
    ["admin", "moderator", null],
    ["admin", "admin", null],
  ])("by a %s of a %s is refused because of: %s", (by, of, problem) => {
    expect(staffFreezeProblem({ id: "1", role: by }, { id: "2", role: of })).toBe(problem);
    expect(staffFreezeProblem({ id: "2", role: by }, { id: "2", role: of })).toBe("self");
  });
});
