import { PASSWORD } from "@bbux/contract";
import { TRPCClientError } from "@trpc/client";
import { messageOf } from "../../lib/errors.ts";

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/** Returns the first invalid field of a password change and why, in the documented order; `null` when none is. */
export function passwordChangeProblem(values: PasswordChange): { field: keyof PasswordChange; message: string } | null {
  const empty = (["currentPassword", "newPassword", "confirmPassword"] as const).find((field) => values[field] === "");
  if (empty) return { field: empty, message: "All password fields are required" };
  if (values.newPassword.length < PASSWORD.min) {
    return { field: "newPassword", message: PASSWORD.newTooShort };
  }
  if (values.newPassword !== values.confirmPassword) {
    return { field: "confirmPassword", message: "New password and confirm password do not match" };
  }
  return null;
}

/**
 * Returns the sentence for a failed sign-in or sign-up: the server's, otherwise `fallback`; without any response, a
 * general one.
 */
export function authMessage(error: unknown, fallback: "Login failed" | "Signup failed"): string {
  return error instanceof TRPCClientError ? messageOf(error, fallback) : "An unexpected error occurred";
}
