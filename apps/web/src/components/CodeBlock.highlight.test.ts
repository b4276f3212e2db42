import { LANGUAGES } from "@bbux/contract";
import { expect, it } from "vitest";
import { highlight } from "./CodeBlock.highlight.ts";
import { LANGUAGE_OPTIONS } from "./CodeBlock.languages.ts";

it.each(LANGUAGES)("%s is coloured, and can be chosen by name [C3.17]", (language) => {
  expect(highlight("x = 1", language)).not.toBeNull();
  expect(LANGUAGE_OPTIONS.find(({ value }) => value === language)?.label).toBeTruthy();
});
