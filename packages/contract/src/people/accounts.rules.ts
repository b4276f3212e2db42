// No zod here: forms use these rules while someone types.
import { LIMITS } from "../platform/limits.ts";
import { isReservedUsername } from "./reserved.ts";

/** 3–30 of A-Z a-z 0-9 _ -, not a reserved word (docs/DECISIONS.md §2). */
export const USERNAME = {
  ...LIMITS.username,
  pattern: /^[A-Za-z0-9_-]+$/,
  missing: "Username is required",
  tooShort: `Username must be at least ${LIMITS.username.min} characters long`,
  tooLong: `Username must be at most ${LIMITS.username.max} characters long`,
  malformed: "Username may contain letters, digits, _ and - only",
  reserved: "This username is reserved",
} as const;

export const EMAIL = {
  max: LIMITS.email,
  missing: "Email is required",
  tooLong: "Email is too long",
  malformed: "Please enter a valid email address",
} as const;

export const PASSWORD = {
  ...LIMITS.password,
  missing: "Password is required",
  tooShort: `Password must be at least ${LIMITS.password.min} characters long`,
  newTooShort: `New password must be at least ${LIMITS.password.min} characters long`,
  tooLong: `Must be at most ${LIMITS.password.max} characters long`,
} as const;

/** Says what is wrong with a username; `null` when nothing is. */
export function usernameProblem(value: string): string | null {
  if (value === "") return USERNAME.missing;
  if (value.length < USERNAME.min) return USERNAME.tooShort;
  if (value.length > USERNAME.max) return USERNAME.tooLong;
  if (!USERNAME.pattern.test(value)) return USERNAME.malformed;
  return isReservedUsername(value) ? USERNAME.reserved : null;
}

const OBVIOUS_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Says what is obviously wrong with an email address; the schema checks more. */
export function emailProblem(value: string): string | null {
  const address = value.trim();
  if (address === "") return EMAIL.missing;
  if (address.length > EMAIL.max) return EMAIL.tooLong;
  return OBVIOUS_EMAIL.test(address) ? null : EMAIL.malformed;
}

/** Says what is wrong with a password to set; `null` when nothing is. */
export function newPasswordProblem(value: string): string | null {
  if (value === "") return PASSWORD.missing;
  if (value.length < PASSWORD.min) return PASSWORD.tooShort;
  return value.length > PASSWORD.max ? PASSWORD.tooLong : null;
}

/**
 * For how long staff may freeze a member's withdrawals: moderators 7 days, and not again within 30 days after that has ended; admins up to 90 days
 * at a time.
 */
export const STAFF_FREEZE = { moderatorDays: 7, windowDays: 30, adminDays: 90 } as const;

interface Judge {
  readonly id: string;
  readonly role: string;
}

/**
 * Returns why a moderator or an admin can't suspend a member: moderators suspend ordinary members, and admins also
 * moderators; nobody can suspend an admin or themselves (docs/DECISIONS.md §2).
 * @param judge null for an operator's command
 */
export function suspensionProblem(judge: Judge | null, member: Judge): "self" | "admin" | "moderator" | null {
  if (judge?.id === member.id) return "self";
  if (member.role === "admin") return "admin";
  return member.role === "moderator" && judge?.role === "moderator" ? "moderator" : null;
}

/**
 * Returns why a moderator or an admin can't freeze a member's withdrawals: nobody freezes their own, and moderators only those of
 * ordinary members. Admins may freeze those of an admin, whose account may have been taken over.
 */
export function staffFreezeProblem(judge: Judge, member: Judge): "self" | "staff" | null {
  if (judge.id === member.id) return "self";
  return judge.role === "admin" || member.role === "user" ? null : "staff";
}
