import { PROFILE_FIELDS, SOCIAL_KINDS, updateProfileInput } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { aboutOf, aboutRules, completeness, listed, type Profile, socialProblem, socialsOf } from "./fields.ts";

const empty = Object.fromEntries(PROFILE_FIELDS.map((name) => [name, null])) as Profile;

/** What the server says of one field. */
function serverSays(field: string, value: string): string | null {
  const given = updateProfileInput.safeParse({ [field]: value });
  return given.success ? null : (given.error.issues[0]?.message ?? "");
}

describe("the rules shown while typing", () => {
  it.each(["firstName", "lastName", "bio", "location"] as const)("say of %s what the contract says", (field) => {
    for (const length of [0, 1, 60, 61, 100, 101, 1000, 1001]) {
      const value = "x".repeat(length);
      expect(aboutRules[field](value), `${length}`).toBe(serverSays(field, value));
    }
  });

  it.each(["", " ", "example.org", "https://example.org/me?x=1", "javascript:alert(1)", "nothing", "x".repeat(301)])(
    "say of the website %j what the contract says",
    (value) => expect(aboutRules.website(value)).toBe(serverSays("website", value)),
  );

  it.each(SOCIAL_KINDS)("say of a link to %s what the contract says [C2.062]", (kind) => {
    const values = ["", " ada ", "@ada", "https://evil.example/ada", "javascript:alert(1)", "a b", "x".repeat(301)];
    for (const value of values) expect(socialProblem(kind, value), value).toBe(serverSays(kind, value));
  });
});

it("a form begins with what is there, and blanks", () => {
  expect(aboutOf({ ...empty, bio: "I ask." })).toEqual({
    firstName: "",
    lastName: "",
    bio: "I ask.",
    location: "",
    website: "",
  });
  expect(socialsOf({ ...empty, github: "ada" })).toMatchObject({ github: "ada", devto: "" });
});

it("a profile is complete with first and last name, bio and location, and says what is missing", () => {
  expect(completeness({ ...empty, firstName: "Ada", bio: " " })).toEqual({
    done: 1,
    of: 4,
    missing: ["last name", "bio", "location"],
  });
  expect(completeness({ ...empty, firstName: "A", lastName: "L", bio: "b", location: "x" }).missing).toEqual([]);
});

it.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
])("%j is listed as %j", (words, text) => expect(listed(words)).toBe(text));
