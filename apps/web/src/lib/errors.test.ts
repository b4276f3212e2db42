import { TRPCClientError } from "@trpc/client";
import { describe, expect, it, vi } from "vitest";
import { codeOf, factsAbout, fieldErrors, hintOf, isOutcomeUnknown, isWorthRetrying, messageOf } from "./errors.ts";

/** A response of the server, as the client throws it. */
function answered(status: number, data: Record<string, unknown>) {
  const body = { error: { message: "m", code: -32000, data } };
  return TRPCClientError.from(body, {
    meta: { response: new Response("", { status }), responseJSON: body },
  });
}

/** A JSON response that isn't ours, such as a proxy's. */
const foreign = (status: number) =>
  TRPCClientError.from(new Error("Unable to transform response from server"), {
    meta: { response: new Response("", { status }), responseJSON: {} },
  });
const unreadable = TRPCClientError.from(new SyntaxError("Unexpected token <"), {
  meta: { response: new Response("<html>", { status: 502 }) },
});
const unreachable = TRPCClientError.from(new TypeError("Failed to fetch"));

describe("messageOf", () => {
  it("shows the server's own text before any other [C8.01]", () => {
    const error = answered(400, { error: "Insufficient balance", code: "INSUFFICIENT_BALANCE", httpStatus: 400 });
    expect(messageOf(error, "Failed to create post")).toBe("Insufficient balance");
  });

  it("says 'Network error' when the body cannot be read [C8.02]", () => {
    expect(messageOf(unreadable)).toBe("Network error");
    expect(messageOf(unreachable, "Login failed")).toBe("Network error");
  });

  it("says 'HTTP {status}' when there is no error field [C8.03]", () =>
    expect(messageOf(foreign(418))).toBe("HTTP 418"));

  it("falls back to 'Login failed' when the server gives no text [C8.04]", () =>
    expect(messageOf(foreign(500), "Login failed")).toBe("Login failed"));

  it("falls back to 'Signup failed' when the server gives no text [C8.05]", () =>
    expect(messageOf(answered(500, {}), "Signup failed")).toBe("Signup failed"));

  it("says 'An unexpected error occurred' without any response [C8.06]", () =>
    expect(messageOf(new Error("x is not a function"))).toBe("An unexpected error occurred"));
});

describe("the facts of a failure", () => {
  const invalid = answered(422, {
    code: "VALIDATION_ERROR",
    httpStatus: 422,
    error: "Please check your input",
    details: [{ field: "email", message: "Please enter a valid email address" }],
  });

  it("include messages by field", () => {
    expect(fieldErrors(invalid)).toEqual({ email: "Please enter a valid email address" });
    expect(fieldErrors(unreachable)).toEqual({});
    expect(codeOf(invalid)).toBe("VALIDATION_ERROR");
    expect(codeOf(unreadable)).toBeNull();
  });

  it("include the details of a refusal", () => {
    const refused = answered(409, { code: "EDIT_LOCKED", httpStatus: 409, details: { opensAt: "2026-03-01" } });
    expect(factsAbout(refused)).toEqual({ opensAt: "2026-03-01" });
    expect(factsAbout(invalid)).toEqual({});
  });

  it("distinguish a refusal from an unknown outcome", () => {
    expect(isOutcomeUnknown(invalid)).toBe(false);
    expect(isOutcomeUnknown(unreachable)).toBe(true);
    expect(isOutcomeUnknown(unreadable)).toBe(true);
    expect(isWorthRetrying(invalid)).toBe(false);
    expect(isWorthRetrying(unreadable)).toBe(true);
    expect(isWorthRetrying(new Error("a bug"))).toBe(false);
  });

  it("are worth a retry, except what a missing network left without a response", () => {
    expect(isWorthRetrying(unreachable)).toBe(true);
    vi.stubGlobal("navigator", { onLine: false });
    expect(isWorthRetrying(unreachable)).toBe(false);
    expect(isWorthRetrying(unreadable)).toBe(true);
  });

  it("include what to do when the network failed", () => {
    expect(hintOf(unreachable)).toMatch(/connection/);
    expect(hintOf(unreadable)).toMatch(/in a moment/);
    expect(hintOf(invalid)).toBeNull();
  });
});
