import { isReservedUsername, LIMITS } from "@bbux/contract";
import { TRPCClientError } from "@trpc/client";
import { messageOf } from "../../errors.ts";

/*
 * The contract's rules for accounts, said again without its schemas, so that the browser need not load a validator to show
 * a form. The server decides; a test holds the two together.
 */
const USERNAME = /^[A-Za-z0-9_-]+$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is wrong with a username, as a sentence; `null` when nothing is. */
export function usernameProblem(value: string): string | null {
  const { min, max } = LIMITS.username;
  if (value === "") return "Username is required";
  if (value.length < min) return `Username must be at least ${min} characters long`;
  if (value.length > max) return `Username must be at most ${max} characters long`;
  if (!USERNAME.test(value)) return "Username may contain letters, digits, _ and - only";
  return isReservedUsername(value) ? "This username is reserved" : null;
}

/** What is evidently wrong with an email address; the server looks closer. */
export function emailProblem(value: string): string | null {
  const address = value.trim();
  if (address === "") return "Email is required";
  if (address.length > LIMITS.email) return "Email is too long";
  return EMAIL.test(address) ? null : "Please enter a valid email address";
}

export function newPasswordProblem(value: string): string | null {
  const { min, max } = LIMITS.password;
  if (value === "") return "Password is required";
  if (value.length < min) return `Password must be at least ${min} characters long`;
  return value.length > max ? `Must be at most ${max} characters long` : null;
}

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/** Which field of a password change stands in the way, and why, in the order of spec core §5; `null` when none does. */
export function passwordChangeProblem(values: PasswordChange): { field: keyof PasswordChange; message: string } | null {
  const empty = (["currentPassword", "newPassword", "confirmPassword"] as const).find((field) => values[field] === "");
  if (empty) return { field: empty, message: "All password fields are required" };
  if (values.newPassword.length < LIMITS.password.min) {
    return { field: "newPassword", message: "New password must be at least 8 characters long" };
  }
  if (values.newPassword !== values.confirmPassword) {
    return { field: "confirmPassword", message: "New password and confirm password do not match" };
  }
  return null;
}

/** The sentence for a failed sign-in or sign-up: the server's, else `fallback`; for what is no answer at all, a general one. */
export function doorMessage(error: unknown, fallback: "Login failed" | "Signup failed"): string {
  return error instanceof TRPCClientError ? messageOf(error, fallback) : "An unexpected error occurred";
}
