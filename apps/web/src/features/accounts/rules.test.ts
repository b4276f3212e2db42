import { email, newPassword, username } from "@bbux/contract";
import { TRPCClientError } from "@trpc/client";
import { describe, expect, it } from "vitest";
import { doorMessage, emailProblem, newPasswordProblem, passwordChangeProblem, usernameProblem } from "./rules.ts";

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

  it("take what the server takes [C5.41]", () => {
    expect(usernameProblem("Ada_L-1")).toBeNull();
    expect(emailProblem(" ada@example.org ")).toBeNull();
    expect(newPasswordProblem("12345678")).toBeNull();
  });

  it("want 8 to 128 characters in a password [C5.44]", () => {
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
    "say of the username %j what the contract says [C5.41, C5.42]",
    (value) => expect(usernameProblem(value)).toBe(messageBy(username, value)),
  );

  it.each(["1234567", "12345678", "x".repeat(128), "x".repeat(129)])(
    "say of a password what the contract says [C5.44]: %s",
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
  ])("say of the email %j what the contract says", (value) =>
    expect(emailProblem(value)).toBe(messageBy(email, value)),
  );
});

describe("passwordChangeProblem", () => {
  const good = { currentPassword: "old secret", newPassword: "new secret", confirmPassword: "new secret" };

  it.each(["currentPassword", "newPassword", "confirmPassword"] as const)("requires %s [C5.33]", (field) =>
    expect(passwordChangeProblem({ ...good, [field]: "" })).toEqual({
      field,
      message: "All password fields are required",
    }),
  );

  it("requires 8 characters [C5.34]", () =>
    expect(passwordChangeProblem({ ...good, newPassword: "1234567", confirmPassword: "1234567" })?.message).toBe(
      "New password must be at least 8 characters long",
    ));

  it("requires the same twice [C5.35]", () =>
    expect(passwordChangeProblem({ ...good, confirmPassword: "new Secret" })?.message).toBe(
      "New password and confirm password do not match",
    ));

  it("takes a good change", () => expect(passwordChangeProblem(good)).toBeNull());
});

describe("doorMessage", () => {
  const silent = TRPCClientError.from(new Error("?"), { meta: { response: new Response(), responseJSON: {} } });

  it("falls back to 'Login failed' [C8.04] and 'Signup failed' [C8.05]", () => {
    expect(doorMessage(silent, "Login failed")).toBe("Login failed");
    expect(doorMessage(silent, "Signup failed")).toBe("Signup failed");
  });

  it("says 'An unexpected error occurred' for what is no answer [C8.06]", () =>
    expect(doorMessage(new TypeError("x"), "Login failed")).toBe("An unexpected error occurred"));
});
