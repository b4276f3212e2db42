import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LOCALES } from "../../../apps/web/texts.config.ts";
import { collect, transform, WEB } from "./collect.ts";
import { compileText, marksOf } from "./compile.ts";
import { texts } from "./plugin.ts";
import { readPo, writePo } from "./po.ts";

const directory = join(WEB, "src/locales");
const temp = mkdtempSync(join(tmpdir(), "bbux-texts-"));
afterAll(() => rmSync(temp, { recursive: true }));

describe("the catalogue of texts", () => {
  it("is that of the screens as they are: npm run texts has been run", async () => {
    const all = await collect();
    expect(all.size).toBeGreaterThan(1_500);
    for (const [place, locale] of LOCALES.entries()) {
      const path = join(directory, `${locale}.po`);
      expect(existsSync(path), path).toBe(true);
      const written = readFileSync(path, "utf8");
      expect(writePo(locale, all, path, place === 0) === written, `${path} has drifted: run npm run texts`).toBe(true);
    }
  }, 60_000);

  it("has a file for each language that is configured, and no other", () => {
    expect(
      readdirSync(directory)
        .filter((name) => name.endsWith(".po"))
        .sort(),
    ).toEqual(LOCALES.map((locale) => `${locale}.po`).sort());
  });

  it("has every value and element of a text in its translation, too", () => {
    for (const locale of LOCALES.slice(1)) {
      for (const [key, forms] of readPo(join(directory, `${locale}.po`)).forms) {
        const [english = ""] = key.split("\n");
        for (const form of forms.filter(Boolean)) expect(marksOf(form), `${locale}: ${form}`).toBe(marksOf(english));
      }
    }
  });
});

describe("what counts as a text", () => {
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
  ])("takes %s", async (source, texts) => {
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
  ])("leaves %s", async (source) => {
    expect(await found(source)).toEqual([]);
  });
});

describe("a build with translations", () => {
  it("puts a look-up in the place of each text, without a hook, also outside of functions", async () => {
    const { code } = await transform(
      'const A = { a: "Open now" };\nexport const X = () => <p>{A.a} Hello you</p>;',
      "src/x.tsx",
      new Map(),
    );
    expect(code).toContain('import _w_runtime_ from "virtual:texts"');
    expect(code).not.toMatch(/Open now|Hello you|use[A-Z]/);
  });

  it("with one language is the build without: the plugin has nothing but its name", () => {
    expect(texts({ locales: ["en"] })).toEqual({ name: "bbux-texts" });
  });

  it("reads values and nested elements, and stops at what is not closed", () => {
    expect(compileText("Plain")).toBe("Plain");
    expect(compileText("{0} of <0>all <1/></0>.")).toEqual([0, " of ", [0, "all ", [1]], "."]);
    expect(() => compileText("<0>open")).toThrow("does not close <0>");
    expect(() => compileText("shut</0>")).toThrow("closes <0>");
  });

  it("keeps what is translated when the texts are gathered again, and drops what is gone", () => {
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

  it("takes no rule of plurals that is more than arithmetic", () => {
    const path = join(temp, "bad.po");
    writeFileSync(path, 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=process.exit();\\n"\n');
    expect(() => readPo(path)).toThrow("Plural-Forms");
  });
});
