import { LANGUAGES } from "@bbux/contract";
import hljs from "highlight.js/lib/core";
import { common, createLowlight } from "lowlight";
import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { GRAMMARS, grammarOf } from "./CodeBlock.grammars.ts";
import { highlight } from "./CodeBlock.highlight.ts";
import { LANGUAGE_OPTIONS } from "./CodeBlock.languages.ts";

it.each(LANGUAGES)("highlights %s, which can be chosen by name [C3.17]", async (language) => {
  expect(await highlight("x = 1", language)).not.toBeNull();
  expect(LANGUAGE_OPTIONS.find(({ value }) => value === language)?.label).toBeTruthy();
});

it("recognizes every common language by every alias of its grammar", async () => {
  const names = new Set([...Object.keys(common), ...Object.keys(GRAMMARS)]);
  for (const name of names) {
    const grammar = GRAMMARS[name];
    if (!grammar) throw new Error(`${name} is missing`);
    const { default: language } = await grammar.load();
    const own = createLowlight({ [name]: language });
    for (const alias of grammar.also ?? []) expect(own.registered(alias), `${name} is no ${alias}`).toBe(true);
    const written = language(hljs);
    const declared = written.aliases ?? [];
    expect([name, grammar.also ?? []]).toEqual([name, declared]);
    expect([name, grammar.inside ?? []]).toEqual([
      name,
      expect.arrayContaining(insideOf(written).filter((one) => one !== name)),
    ]);
    expect(grammarOf(name)).toBe(name);
    for (const alias of declared) expect(grammarOf(alias.toUpperCase())).toBe(name);
  }
});

/** Our grammars that another grammar embeds. */
function insideOf(grammar: object): string[] {
  const found = new Set<string>();
  const seen = new Set<object>();
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if ("subLanguage" in value) for (const name of [value.subLanguage].flat()) found.add(String(name));
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(grammar);
  return [...found].filter((name) => Object.hasOwn(GRAMMARS, name));
}

it("highlights embedded languages and leaves unknown ones plain", async () => {
  const nodes = await highlight("<script>const a = 1;</script>", "HTML");
  expect(renderToStaticMarkup(createElement(Fragment, null, nodes))).toContain(
    '<span class="hljs-keyword">const</span>',
  );
  const jsx = await highlight('const a = <div className="x">hi</div>;', "tsx");
  expect(renderToStaticMarkup(createElement(Fragment, null, jsx))).toContain('<span class="hljs-name">div</span>');
  expect(await highlight("x", "klingon")).toBeNull();
  expect(await highlight("x", "constructor")).toBeNull();
});
