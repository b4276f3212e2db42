import { LIMITS, SOCIAL_KINDS, SOCIALS, type Social, socialUrl, type User, websiteUrl } from "@bbux/contract";

export type Profile = User["profile"];

/** What the tab Profile edits. */
export const ABOUT = ["firstName", "lastName", "bio", "location", "website"] as const;
export type About = Record<(typeof ABOUT)[number], string>;
export type Socials = Record<Social, string>;

/*
 * The contract's rules for profiles, said again without its schemas, so that the browser need not load a validator to show
 * a form. The server decides; a test holds the two together.
 */
const most = (max: number) => (value: string) =>
  value.trim().length > max ? `Must be at most ${max} characters long` : null;

export const aboutRules: Record<keyof About, (value: string) => string | null> = {
  firstName: most(LIMITS.profile.name),
  lastName: most(LIMITS.profile.name),
  bio: most(LIMITS.profile.bio),
  location: most(LIMITS.profile.location),
  website: (value) => {
    const address = value.trim();
    const tooLong = most(LIMITS.profile.link)(value);
    if (address === "" || tooLong) return tooLong;
    return websiteUrl(address) ? null : "Please enter a web address, such as https://example.org";
  },
};

/** What is wrong with a link or name at one of the services; `null` when nothing is, or when it is empty. */
export function socialProblem(kind: Social, value: string): string | null {
  const given = value.trim();
  const tooLong = most(LIMITS.profile.link)(value);
  if (given === "" || tooLong) return tooLong;
  return socialUrl(kind, given) ? null : `Please enter a ${SOCIALS[kind].label} address or name`;
}

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
export const socialRules = bySocial((kind) => (value: string) => socialProblem(kind, value));

const WANTED = [
  ["firstName", "first name"],
  ["lastName", "last name"],
  ["bio", "bio"],
  ["location", "location"],
] as const;

/** How much of a profile is there of what makes it complete, and the names of what is missing (spec core §3). */
export function completeness(profile: Profile): { done: number; of: number; missing: string[] } {
  const missing = WANTED.filter(([field]) => !profile[field]?.trim()).map(([, name]) => name);
  return { done: WANTED.length - missing.length, of: WANTED.length, missing };
}

/** "a, b and c". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
