import { LANGUAGES } from "@bbux/contract";
import { common, createLowlight } from "lowlight";
import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { GRAMMARS, grammarOf } from "./CodeBlock.grammars.ts";
import { highlight } from "./CodeBlock.highlight.ts";
import { LANGUAGE_OPTIONS } from "./CodeBlock.languages.ts";

it.each(LANGUAGES)("%s is coloured, and can be chosen by name [C3.17]", async (language) => {
  expect(await highlight("x = 1", language)).not.toBeNull();
  expect(LANGUAGE_OPTIONS.find(({ value }) => value === language)?.label).toBeTruthy();
});

it("knows every common language, by every name that its grammar has", async () => {
  const names = new Set([...Object.keys(common), ...Object.keys(GRAMMARS)]);
  for (const name of names) {
    const grammar = GRAMMARS[name];
    if (!grammar) throw new Error(`${name} is missing`);
    const { default: language } = await grammar.load();
    const own = createLowlight({ [name]: language });
    for (const alias of grammar.also ?? []) expect(own.registered(alias), `${name} is no ${alias}`).toBe(true);
    const declared = language((await import("highlight.js/lib/core")).default).aliases ?? [];
    expect([name, grammar.also ?? []]).toEqual([name, declared]);
    expect(grammarOf(name)).toBe(name);
    for (const alias of declared) expect(grammarOf(alias.toUpperCase())).toBe(name);
  }
});

it("colours what stands inside another language, and leaves what it does not know", async () => {
  const nodes = await highlight("<script>const a = 1;</script>", "HTML");
  expect(renderToStaticMarkup(createElement(Fragment, null, nodes))).toContain(
    '<span class="hljs-keyword">const</span>',
  );
  expect(await highlight("x", "klingon")).toBeNull();
  expect(await highlight("x", "constructor")).toBeNull();
});
