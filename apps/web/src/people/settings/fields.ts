import {
  ABOUT_RULES,
  type ProfileRule,
  profileProblem,
  SOCIAL_KINDS,
  SOCIAL_RULES,
  type Social,
  type User,
} from "@bbux/contract";

export type Profile = User["profile"];

export type About = Record<keyof typeof ABOUT_RULES, string>;
export type Socials = Record<Social, string>;

const checked = <Name extends string>(rules: Record<Name, ProfileRule>) =>
  Object.fromEntries(
    Object.entries<ProfileRule>(rules).map(([name, rule]) => [name, (value: string) => profileProblem(rule, value)]),
  ) as Record<Name, (value: string) => string | null>;

export const aboutRules = checked(ABOUT_RULES);
export const socialRules = checked(SOCIAL_RULES);

export const aboutOf = (profile: Profile): About => ({
  firstName: profile.firstName ?? "",
  lastName: profile.lastName ?? "",
  bio: profile.bio ?? "",
  location: profile.location ?? "",
  website: profile.website ?? "",
});

const bySocial = <T>(of: (kind: Social) => T) =>
  Object.fromEntries(SOCIAL_KINDS.map((kind) => [kind, of(kind)])) as Record<Social, T>;

export const socialsOf = (profile: Profile): Socials => bySocial((kind) => profile[kind] ?? "");

const WANTED = [
  ["firstName", "first name"],
  ["lastName", "last name"],
  ["bio", /* @wc-include */ "bio"],
  ["location", /* @wc-include */ "location"],
] as const;

/** Returns how complete a profile is, and the names of the missing fields. */
export function completeness(profile: Profile): { done: number; of: number; missing: string[] } {
  const missing = WANTED.filter(([field]) => !profile[field]?.trim()).map(([, name]) => name);
  return { done: WANTED.length - missing.length, of: WANTED.length, missing };
}
