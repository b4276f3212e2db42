import { PROFILE_FIELDS } from "@bbux/contract";
import { expect, it } from "vitest";
import { aboutOf, aboutRules, completeness, type Profile, socialRules, socialsOf } from "./fields.ts";

const empty = Object.fromEntries(PROFILE_FIELDS.map((name) => [name, null])) as Profile;

it("a form judges each field by the contract's rule", () => {
  expect(aboutRules.firstName("x".repeat(61))).toBe("Must be at most 60 characters long");
  expect(aboutRules.website("nothing")).toMatch(/^Please enter a web address/);
  expect(socialRules.github("a b")).toBe("Please enter a GitHub address or name");
  expect(socialRules.github("")).toBeNull();
});

it("a form starts with the stored values, and blanks otherwise", () => {
  expect(aboutOf({ ...empty, bio: "I ask." })).toEqual({
    firstName: "",
    lastName: "",
    bio: "I ask.",
    location: "",
    website: "",
  });
  expect(socialsOf({ ...empty, github: "ada" })).toMatchObject({ github: "ada", devto: "" });
});

it("a profile is complete with first and last name, bio and location, and lists what is missing", () => {
  expect(completeness({ ...empty, firstName: "Ada", bio: " " })).toEqual({
    done: 1,
    of: 4,
    missing: ["last name", "bio", "location"],
  });
  expect(completeness({ ...empty, firstName: "A", lastName: "L", bio: "b", location: "x" }).missing).toEqual([]);
});
