import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LOCALES } from "../../../apps/web/texts.config.ts";
import { collect, transform, WEB } from "./collect.ts";
import { compileText, marksOf } from "./compile.ts";
import { texts } from "./plugin.ts";
import { readPo, writePo } from "./po.ts";
import { writePseudo } from "./pseudo.ts";
import { writeCatalogues } from "./write.ts";

const directory = join(WEB, "src/locales");
const temp = mkdtempSync(join(tmpdir(), "bbux-texts-"));
afterAll(() => rmSync(temp, { recursive: true }));

describe("the catalog of texts", () => {
  it("matches the current screens, so `npm run texts` would change nothing", async () => {
    const all = await collect();
    expect(all.size).toBeGreaterThan(1_500);
    const copy = join(temp, "locales");
    cpSync(directory, copy, { recursive: true });
    expect(writeCatalogues(all, copy)).toHaveLength(LOCALES.length);
    for (const locale of LOCALES) {
      const [written, kept] = [copy, directory].map((place) => readFileSync(join(place, `${locale}.po`), "utf8"));
      expect(written === kept, `${locale}.po has drifted: run npm run texts`).toBe(true);
    }
  });

  it("is written for a made-up language by `node tooling/texts/src/pseudo.ts`, with each text in brackets and its markers kept", async () => {
    const { messages } = await transform("const x = () => <p>Hello <b>{name}</b></p>;", "src/x.tsx", new Map());
    const texts = new Map(
      messages.map((message) => [
        message.toKey(),
        { forms: message.msgStr, context: message.context, files: ["src/x.tsx"] },
      ]),
    );
    expect(readFileSync(writePseudo(texts, "xx", temp), "utf8")).toContain('"⟦Hello <0/>⟧"');
  });

  it("has a file for each configured language, and no other", () => {
    expect(
      readdirSync(directory)
        .filter((name) => name.endsWith(".po"))
        .sort(),
    ).toEqual(LOCALES.map((locale) => `${locale}.po`).sort());
  });

  it("has every value and element of a text in its translations", () => {
    for (const locale of LOCALES.slice(1)) {
      for (const [key, forms] of readPo(join(directory, `${locale}.po`)).forms) {
        const [english = ""] = key.split("\n");
        for (const form of forms.filter(Boolean)) expect(marksOf(form), `${locale}: ${form}`).toBe(marksOf(english));
      }
    }
  });
});

describe("text detection", () => {
  const found = async (source: string) =>
    (await transform(source, "src/x.tsx", new Map())).messages.map(({ msgStr }) => msgStr.join("|"));

  it.each([
    ["const x = () => <p>Hello there</p>;", ["Hello there"]],
    ["const x = () => <p>Hello <b>{name}</b>, welcome {count}</p>;", ["Hello <0/>, welcome {0}"]],
    ['const x = () => <input placeholder="type here" />;', ["type here"]],
    ['const LABELS = { OPEN: "Open to all" };', ["Open to all"]],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    ["function f(n: number) { return `At most ${n} signs`; }", ["At most {0} signs"]],
    ['function f() { return "less than a minute"; }', ["less than a minute"]],
    ['function f(n: number) { return plural(n, ["# answer", "# answers"]); }', ["# answer|# answers"]],
  ])("collects %s", async (source, texts) => {
    expect(await found(source)).toEqual(texts);
  });

  it.each([
    'const x = () => <p className="visually-hidden reach" />;',
    'const x = () => <A variant="default" to="/wallet" />;',
    'function f(event: KeyboardEvent) { return event.key === "ArrowDown" || event.key === "Escape"; }',
    'const headers = { "Idempotency-Key": key };',
    'import { Text } from "./Some.tsx";',
    'function f() { return document.querySelector("main [data-rows] > *"); }',
    'const x = () => <svg viewBox="0 0 24 24"><path d="M 0 0 L 5 5" /></svg>;',
  ])("leaves out %s", async (source) => {
    expect(await found(source)).toEqual([]);
  });
});

describe("a build with translations", () => {
  it("replaces each text with a lookup, without a hook, even outside of functions", async () => {
    const { code } = await transform(
      'const A = { a: "Open now" };\nexport const X = () => <p>{A.a} Hello you</p>;',
      "src/x.tsx",
      new Map(),
    );
    expect(code).toContain('import _w_runtime_ from "virtual:texts"');
    expect(code).not.toMatch(/Open now|Hello you|use[A-Z]/);
  });

  it("is the same as the plain build if there is only one language, because the plugin then has only a name", () => {
    expect(texts({ locales: ["en"] })).toEqual({ name: "bbux-texts" });
  });

  it("parses values and nested elements, and rejects unclosed ones", () => {
    expect(compileText("Plain")).toBe("Plain");
    expect(compileText("{0} of <0>all <1/></0>.")).toEqual([0, " of ", [0, "all ", [1]], "."]);
    expect(() => compileText("<0>open")).toThrow("doesn't close <0>");
    expect(() => compileText("shut</0>")).toThrow("closes <0>");
  });

  it("keeps translations when the texts are collected again, and drops obsolete ones", () => {
    const text = (...forms: string[]) => ({ forms, context: undefined, files: ["src/a.tsx"] });
    const path = join(temp, "xx.po");
    const first = new Map([
      ["One", text("One")],
      ["# cat\n# cats", text("# cat", "# cats")],
      ["Gone", text("Gone")],
    ]);
    writeFileSync(
      path,
      writePo("xx", first, path, false).replace('msgid "One"\nmsgstr ""', 'msgid "One"\nmsgstr "Eins"'),
    );
    const next = new Map([
      ["One", text("One")],
      ["Two", text("Two")],
    ]);
    writeFileSync(path, writePo("xx", next, path, false));
    expect(readPo(path).forms).toEqual(
      new Map([
        ["One", ["Eins"]],
        ["Two", [""]],
      ]),
    );
  });

  it("accepts only arithmetic plural rules", () => {
    const path = join(temp, "bad.po");
    writeFileSync(path, 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=process.exit();\\n"\n');
    expect(() => readPo(path)).toThrow("Plural-Forms");
  });
});
