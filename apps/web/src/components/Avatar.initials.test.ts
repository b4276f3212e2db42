import { expect, it } from "vitest";
import { groundOf, initialsOf } from "./Avatar.initials.ts";

it.each([
  ["maren", "M"],
  ["lucia_p", "LP"],
  ["Ada-Maria-King", "AM"],
  ["_x_", "X"],
  ["42nd", "4"],
  ["", "?"],
  ["--", "?"],
])("%j without a picture is drawn as %s [C7.69]", (name, initials) => expect(initialsOf(name)).toBe(initials));

it("a small avatar shows the first initial only [C7.69]", () => expect(initialsOf("lucia_p", 1)).toBe("L"));

it("a member has the same background color everywhere, and members differ in it [C7.69]", () => {
  expect(groundOf("Maren")).toBe(groundOf("maren"));
  expect(new Set(["maren", "kenji", "amara", "oskar", "priya", "noor"].map(groundOf)).size).toBeGreaterThan(2);
});
