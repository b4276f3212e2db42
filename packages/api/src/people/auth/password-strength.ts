import { ERRORS, type PasswordCode } from "@bbux/contract";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";

/** Passwords that are found in fewer guesses are refused. */
const LEAST_GUESSES = 1e6;
/** So many of the most common passwords are refused, whatever else. */
const COMMON = 10_000;
/** Of a longer one its beginning and its end are judged: more takes long to look at, and one of them suffices. */
const JUDGED = 40;
/** Substitutions that are tried, like 0 for o, of the estimator's usual 100. */
const SUBSTITUTIONS = 20;

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

/** @throws AppError one of PASSWORD_CODES */
export async function requireGoodPassword(
  services: Pick<Services, "isLeakedPassword">,
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
  { isLeakedPassword }: Pick<Services, "isLeakedPassword">,
  password: string,
  { username, email }: Owner,
): Promise<PasswordCode | null> {
  const lower = password.toLowerCase();
  const own = [username, ...(email === null ? [] : [email])].map((each) => each.toLowerCase());
  if (own.includes(lower)) return "PASSWORD_OWN_NAME";
  estimator ??= load().catch((error: unknown) => {
    estimator = undefined;
    throw error;
  });
  const { common, guesses } = await estimator;
  if (common.has(lower)) return "PASSWORD_COMMON";
  const about = [...own, ...own.flatMap((each) => each.split(/[^a-z0-9]+/)), "bbux"];
  const parts = new Set([password.slice(0, JUDGED), password.slice(-JUDGED)]);
  const isStrong = (part: string) => !isBuiltIn(part) && guesses(part, about) >= LEAST_GUESSES;
  if (![...parts].some(isStrong)) return "PASSWORD_GUESSABLE";
  return (await isLeakedPassword(password)) ? "PASSWORD_LEAKED" : null;
}

/** The estimator looks words up in plain objects, and so mistakes what these have of their own. */
function isBuiltIn(password: string): boolean {
  return password.toLowerCase().replaceAll(/[^a-z_]/g, "") in Object.prototype;
}

interface Estimator {
  readonly common: ReadonlySet<string>;
  /** How many guesses someone needs who knows these words. */
  guesses(password: string, about: string[]): number;
}

let estimator: Promise<Estimator> | undefined;

/** The dictionaries take tens of megabytes, which a process that sets no passwords needn't have. */
async function load(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  const dictionary = { ...common.dictionary, ...english.dictionary };
  const factory = new ZxcvbnFactory({
    dictionary,
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: SUBSTITUTIONS,
  });
  return {
    common: new Set(common.dictionary["passwords-common"].slice(0, COMMON).map(String)),
    guesses: (password, about) => factory.check(password, about).guesses,
  };
}
