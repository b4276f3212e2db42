import { expect, it } from "vitest";
import { listAnd, listOr } from "./lists.ts";

it.each([
  [[], "", ""],
  [["a"], "a", "a"],
  [["a", "b"], "a and b", "a or b"],
  [["a", "b", "c"], "a, b and c", "a, b or c"],
])("lists %j as %j and %j", (words, and, or) => {
  expect(listAnd(words)).toBe(and);
  expect(listOr(words)).toBe(or);
});
