import { z } from "zod";
import { PROFILE_FIELDS } from "./auth.ts";
import { LIMITS } from "./limits.ts";
import { SOCIAL_KINDS, SOCIALS, socialUrl, websiteUrl } from "./socials.ts";
import { isCleanText } from "./text.ts";
import { publicUser } from "./users.ts";

type Field = Exclude<(typeof PROFILE_FIELDS)[number], "profilePicture">;
const FIELDS = PROFILE_FIELDS.filter((name): name is Field => name !== "profilePicture");

/** Trimmed; an empty one or `null` clears the field. */
const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Must be at most ${max} characters long`)
    .refine(isCleanText, "Text must not contain NUL or lone surrogate characters")
    .nullable();

const social = (kind: (typeof SOCIAL_KINDS)[number]) =>
  optional(LIMITS.profile.link).refine(
    (value) => value === null || value === "" || socialUrl(kind, value) !== null,
    `Please enter a ${SOCIALS[kind].label} address or name`,
  );

const fields = {
  firstName: optional(LIMITS.profile.name),
  lastName: optional(LIMITS.profile.name),
  bio: optional(LIMITS.profile.bio),
  location: optional(LIMITS.profile.location),
  website: optional(LIMITS.profile.link).refine(
    (value) => value === null || value === "" || websiteUrl(value) !== null,
    "Please enter a web address, such as https://example.org",
  ),
  ...(Object.fromEntries(SOCIAL_KINDS.map((kind) => [kind, social(kind)])) as Record<
    (typeof SOCIAL_KINDS)[number],
    ReturnType<typeof social>
  >),
} satisfies Record<Field, z.ZodType<string | null>>;

const given = z.object(fields).partial();

/** The profile's fields, flat or under `profile`; where both give one, the nested wins. Absent fields stay (DECISIONS §6). */
export const updateProfileInput = given
  .extend({ profile: given.optional() })
  .transform(({ profile, ...flat }) => ({ ...flat, ...profile }))
  .meta({ examples: [{ profile: { firstName: "Ada", lastName: "Lovelace", github: "ada" } }] });
export type ProfileChange = z.infer<typeof given>;

/** The own profile, flat: as `GET users/{id}` for its owner, and how much of it is filled in. */
export const ownProfile = publicUser
  .extend({
    settings: z.object({ profileComplete: z.boolean().meta({ description: "First and last name, bio and location" }) }),
  })
  .meta({ id: "OwnProfile" });
export const updateProfileOutput = z.object({ success: z.literal(true), message: z.string(), profile: ownProfile });

export const deleteAccountInput = z.object({
  password: z.string().max(LIMITS.password.max).meta({ format: "password" }),
  forfeitBalance: z
    .boolean()
    .default(false)
    .meta({ description: "Leave what is left of the balance to the treasury. Without it a balance is refused" }),
});

export { FIELDS as EDITABLE_PROFILE_FIELDS };
