import { expect, it } from "vitest";
import { excerptOf } from "./search.ts";

it.each(["(a", "[a-z", "c++", "a|b", "^a$", "a\\", ".*", "{2}"])("a term is no pattern: %s", (term) => {
  const excerpt = excerptOf(`before ${term} after`, [term]);
  expect(excerpt.filter(({ marked }) => marked).map(({ text }) => text)).toEqual([term]);
  expect(excerptOf("nothing of it here, aab zz", [term]).some(({ marked }) => marked)).toBe(false);
});
