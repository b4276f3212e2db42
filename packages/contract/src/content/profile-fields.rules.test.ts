import { describe, expect, it } from "vitest";
import { updateProfileInput } from "./profile.ts";
import { ABOUT_RULES, profileProblem, SOCIAL_RULES } from "./profile-fields.rules.ts";
import { SOCIAL_KINDS } from "./socials.ts";

/** Returns the schema's message about one field. */
function schemaSays(field: string, value: string): string | null {
  const given = updateProfileInput.safeParse({ [field]: value });
  return given.success ? null : (given.error.issues[0]?.message ?? "");
}

describe("the rules shown while typing", () => {
  it.each(["firstName", "lastName", "bio", "location"] as const)("judge %s as the schema does", (field) => {
    for (const length of [0, 1, 60, 61, 100, 101, 1000, 1001]) {
      const value = "x".repeat(length);
      expect(profileProblem(ABOUT_RULES[field], value), `${length}`).toBe(schemaSays(field, value));
    }
  });

  it.each(["", " ", "example.org", "https://example.org/me?x=1", "javascript:alert(1)", "nothing", "x".repeat(301)])(
    "judge the website %j as the schema does",
    (value) => expect(profileProblem(ABOUT_RULES.website, value)).toBe(schemaSays("website", value)),
  );

  it.each(SOCIAL_KINDS)("judge a link to %s as the schema does [C2.062]", (kind) => {
    const values = ["", " ada ", "@ada", "https://evil.example/ada", "javascript:alert(1)", "a b", "x".repeat(301)];
    for (const value of values) expect(profileProblem(SOCIAL_RULES[kind], value), value).toBe(schemaSays(kind, value));
  });
});
