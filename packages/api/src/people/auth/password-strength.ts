import { ERRORS, type PasswordCode } from "@bbux/contract";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";

/** Whose password it is to be. */
export interface Owner {
  readonly username: string;
  readonly email: string | null;
}

type Field = "password" | "newPassword";

/** The refusal of a password, whose details name the field as those of a validation error do. */
export function refusedPassword(code: PasswordCode | "PASSWORD_UNCHANGED", field: Field): AppError {
  return new AppError(code, { details: [{ field, message: ERRORS[code].message }] });
}

type Judges = Pick<Services, "estimatePassword" | "isLeakedPassword">;

/** @throws AppError one of PASSWORD_CODES; SERVICE_UNAVAILABLE if too many passwords wait for their estimate */
export async function requireGoodPassword(
  services: Judges,
  field: Field,
  password: string,
  owner: Owner,
): Promise<void> {
  const code = await passwordProblem(services, password, owner);
  if (code !== null) throw refusedPassword(code, field);
}

/**
 * Says why a password can't be set: it is the member's name or address, one of the most common, easy to guess by an estimate, or known
 * from a breach where the operator has that looked up.
 * @returns null for a good one
 */
async function passwordProblem(
  { estimatePassword, isLeakedPassword }: Judges,
  password: string,
  { username, email }: Owner,
): Promise<PasswordCode | null> {
  const lower = password.toLowerCase();
  const own = [username, ...(email === null ? [] : [email])].map((each) => each.toLowerCase());
  if (own.includes(lower)) return "PASSWORD_OWN_NAME";
  const about = [...own, ...own.flatMap((each) => each.split(/[^a-z0-9]+/)), "bbux"];
  const { isCommon, isGuessable } = await estimatePassword(password, about);
  if (isCommon) return "PASSWORD_COMMON";
  if (isGuessable) return "PASSWORD_GUESSABLE";
  return (await isLeakedPassword(password)) ? "PASSWORD_LEAKED" : null;
}
