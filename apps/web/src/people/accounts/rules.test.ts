import { TRPCClientError } from "@trpc/client";
import { describe, expect, it } from "vitest";
import { authMessage, passwordChangeProblem } from "./rules.ts";

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

  it("requires the same password twice [C5.35]", () =>
    expect(passwordChangeProblem({ ...good, confirmPassword: "new Secret" })?.message).toBe(
      "New password and confirm password do not match",
    ));

  it("accepts a valid change", () => expect(passwordChangeProblem(good)).toBeNull());
});

describe("authMessage", () => {
  const silent = TRPCClientError.from(new Error("?"), { meta: { response: new Response(), responseJSON: {} } });

  it("falls back to 'Login failed' [C8.04] and 'Signup failed' [C8.05]", () => {
    expect(authMessage(silent, "Login failed")).toBe("Login failed");
    expect(authMessage(silent, "Signup failed")).toBe("Signup failed");
  });

  it("says 'An unexpected error occurred' without any response [C8.06]", () =>
    expect(authMessage(new TypeError("x"), "Login failed")).toBe("An unexpected error occurred"));
});
