// No zod here: forms use these rules while someone types.
import { LIMITS } from "../platform/limits.ts";
import { SOCIAL_KINDS, SOCIALS, type Social, socialUrl, websiteUrl } from "./socials.ts";

/** A field of a profile. It can always be empty. */
export interface ProfileRule {
  readonly max: number;
  readonly tooLong: string;
  /** What a text has to look like, and the sentence for one that doesn't. */
  readonly form?: { readonly holds: (value: string) => boolean; readonly malformed: string };
}

function upTo(max: number, form?: ProfileRule["form"]): ProfileRule {
  return { max, tooLong: `Must be at most ${max} characters long`, form };
}

/** The fields about a member themselves, in the order of the form. */
export const ABOUT_RULES = {
  firstName: upTo(LIMITS.profile.name),
  lastName: upTo(LIMITS.profile.name),
  bio: upTo(LIMITS.profile.bio),
  location: upTo(LIMITS.profile.location),
  website: upTo(LIMITS.profile.link, {
    holds: (value) => websiteUrl(value) !== null,
    malformed: "Please enter a web address, such as https://example.org",
  }),
};

/** The links to other services. */
export const SOCIAL_RULES = Object.fromEntries(
  SOCIAL_KINDS.map((kind) => [
    kind,
    upTo(LIMITS.profile.link, {
      holds: (value) => socialUrl(kind, value) !== null,
      malformed: `Please enter a ${SOCIALS[kind].label} address or name`,
    }),
  ]),
) as Record<Social, ProfileRule>;

/** Says what is wrong with a field's text; `null` when nothing is, or when it is empty. */
export function profileProblem({ max, tooLong, form }: ProfileRule, value: string): string | null {
  const text = value.trim();
  if (text.length > max) return tooLong;
  return text === "" || !form || form.holds(text) ? null : form.malformed;
}
