import { z } from "zod";
import { done, PROFILE_FIELDS } from "../people/auth.ts";
import { amountAsString, amountInput } from "../platform/amounts.ts";
import { BOUNTY } from "../platform/bounty-limits.ts";
import { time } from "../platform/ids.ts";
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from "../platform/interface-languages.ts";
import { LIMITS } from "../platform/limits.ts";
import { isCleanText } from "../platform/text.ts";
import { ABOUT_RULES, type ProfileRule, SOCIAL_RULES } from "./profile-fields.rules.ts";
import { publicUser } from "./users.ts";

type Field = Exclude<(typeof PROFILE_FIELDS)[number], "profilePicture">;
const FIELDS = PROFILE_FIELDS.filter((name): name is Field => name !== "profilePicture");

/** Trimmed; an empty text or `null` clears the field. */
function fieldOf({ max, tooLong, form }: ProfileRule) {
  const field = z
    .string()
    .trim()
    .max(max, { error: tooLong, abort: true })
    .refine(isCleanText, "Text must not contain NUL or lone surrogate characters")
    .nullable();
  return form ? field.refine((value) => !value || form.holds(value), form.malformed) : field;
}

const fields = Object.fromEntries(
  Object.entries({ ...ABOUT_RULES, ...SOCIAL_RULES }).map(([name, rule]) => [name, fieldOf(rule)]),
) as Record<Field, ReturnType<typeof fieldOf>>;

const given = z.object(fields).partial();

/**
 * The profile's fields, flat or under `profile`; if both give one, the nested one wins. Omitted fields stay
 * (docs/DECISIONS.md §6).
 */
export const updateProfileInput = given
  .extend({ profile: given.optional() })
  .transform(({ profile, ...flat }) => ({ ...flat, ...profile }))
  .meta({ examples: [{ profile: { firstName: "Ada", lastName: "Lovelace", github: "ada" } }] });
export type ProfileChange = z.infer<typeof given>;

/** The caller's own profile, flat: as `GET users/{id}` for its owner, and how complete it is. */
export const ownProfile = publicUser
  .extend({
    settings: z.object({ profileComplete: z.boolean().meta({ description: "First and last name, bio and location" }) }),
  })
  .meta({ id: "OwnProfile" });
export const updateProfileOutput = z.object({ success: z.literal(true), message: z.string(), profile: ownProfile });

/** The app asks again before it posts a bounty that costs more than this, its fee included, unless the member set another amount. In BBUX. */
export const CONFIRM_ABOVE = "10";

/** From which cost on the app asks again before it spends, and the API asks for a fresh proof (`STEP_UP_REQUIRED`). */
export const spendingOutput = z.object({
  confirmAbove: amountAsString.nullable().meta({ description: "BBUX, decimal string; null if the app never asks" }),
});
export const updateSpendingInput = z.object({
  confirmAbove: amountInput({ min: 0n, max: BOUNTY.max })
    .nullable()
    .meta({ description: "BBUX: a number, or a decimal string. 0 always asks, null never", example: "10" }),
});

/** The language of the member's mails. The app itself follows its browser. */
export const updateLanguageInput = z.object({
  language: z.enum(Object.keys(INTERFACE_LANGUAGES) as [InterfaceLanguage, ...InterfaceLanguage[]]),
});
export const languageOutput = updateLanguageInput;

export const deleteAccountInput = z.object({
  password: z
    .string()
    .max(LIMITS.password.max)
    .optional()
    .meta({ format: "password", description: "Required of a member who has one; others prove again who they are" }),
  forfeitBalance: z
    .boolean()
    .default(false)
    .meta({ description: "Leave what is left of the balance to the treasury. Without it a balance is refused" }),
});
export const deleteAccountOutput = done.extend({
  closesAt: time.nullable().meta({
    description: "Until then, a link in a mail keeps the account and its balance; null if it is closed already",
  }),
});

export { FIELDS as EDITABLE_PROFILE_FIELDS };
