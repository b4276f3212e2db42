import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LOCALES } from "../../../apps/web/texts.config.ts";
import { collect, transform, WEB } from "./collect.ts";
import { compileText, marksOf } from "./compile.ts";
import { readPo, writePo } from "./po.ts";
import { pseudoText, writePseudo } from "./pseudo.ts";
import { CATALOGS, collectSentences, sentencesOf, writeSentences } from "./sentences.ts";
import { slotsOf, wordsInSlots } from "./slots.ts";
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

  it("is written for a made-up language by `node tooling/texts/src/pseudo.ts`, each text in brackets and longer, its markers kept", async () => {
    const { messages } = await transform("const x = () => <p>Hello <b>{name}</b></p>;", "src/x.tsx", new Map());
    const texts = new Map(
      messages.map((message) => [
        message.toKey(),
        { forms: message.msgStr, context: message.context, files: ["src/x.tsx"] },
      ]),
    );
    expect(readFileSync(writePseudo(texts, "xx", temp), "utf8")).toContain('"⟦Hello ⦃<0/>⦄ ~~~⟧"');
    expect(pseudoText("You have {0}.")).toBe("⟦You have ⦃{0}⦄ ~~~~.⟧");
  });

  it("has a file for each configured language, and no other", () => {
    expect(
      readdirSync(directory)
        .filter((name) => name.endsWith(".po"))
        .sort(),
    ).toEqual(LOCALES.map((locale) => `${locale}.po`).sort());
  });

  it("has a translation of every text in every form, so no reader finds English among another language", () => {
    for (const locale of LOCALES.slice(1)) {
      const empty = [...readPo(join(directory, `${locale}.po`)).forms].filter(([, forms]) => !forms.every(Boolean));
      expect(
        empty.map(([key]) => key),
        locale,
      ).toEqual([]);
    }
  });

  it("has every value and element of a text in its translations", { tags: "proof" }, async () => {
    const all = await collect();
    for (const locale of LOCALES.slice(1)) {
      for (const [key, forms] of readPo(join(directory, `${locale}.po`)).forms) {
        const english = (all.get(key)?.forms ?? []).map(marksOf);
        for (const form of forms.filter(Boolean)) expect(english, `${locale}: ${form}`).toContain(marksOf(form));
      }
    }
  });
});

describe("the catalogs of the server's sentences", () => {
  it("match what the server says, so `npm run texts` would change nothing", () => {
    const sentences = collectSentences();
    expect(sentences.length).toBeGreaterThan(500);
    const copy = join(temp, "sentences");
    cpSync(CATALOGS, copy, { recursive: true });
    expect(writeSentences(sentences, copy)).toHaveLength(LOCALES.length - 1);
    for (const locale of LOCALES.slice(1)) {
      const [written, kept] = [copy, CATALOGS].map((place) => readFileSync(join(place, `${locale}.json`), "utf8"));
      expect(written === kept, `${locale}.json has drifted: run npm run texts`).toBe(true);
    }
  });

  it("have a translation of every sentence", () => {
    for (const locale of LOCALES.slice(1)) {
      const catalog: Record<string, string> = JSON.parse(readFileSync(join(CATALOGS, `${locale}.json`), "utf8"));
      expect(
        Object.keys(catalog).filter((english) => catalog[english] === ""),
        locale,
      ).toEqual([]);
    }
  });

  it("have no sentence with a word of ours as a value, because a translation can neither decline nor find it", () => {
    expect(wordsInSlots(new Set(collectSentences()))).toEqual([]);
  });

  it.each([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    "const f = (kind: string) => refused(`You use this ${kind} yourself`);",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'const f = (n: number) => { const who = n > 1 ? "others" : "another"; return `For ${who} now`; };',
  ])("are found to have one in %s", (source) => expect(slotsOf(source, "x.ts")).toHaveLength(1));

  it("have every value of a sentence in its translations", () => {
    for (const locale of LOCALES.slice(1)) {
      const catalog: Record<string, string> = JSON.parse(readFileSync(join(CATALOGS, `${locale}.json`), "utf8"));
      for (const [english, translation] of Object.entries(catalog).filter(([, given]) => given !== ""))
        expect(marksOf(translation), `${locale}: ${english}`).toBe(marksOf(english));
    }
  });

  it.each([
    ['throw new AppError("NOT_FOUND", { message: "Room not found" });', ["Room not found"]],
    [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
      "const f = (n: number) => refused(`You need ${n} points. You have ${2}.`);",
      ["You need {0} points. You have {1}."],
    ],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    ["const f = (who: string) => ({ title: `Post`, message: `${who} answered ${1}` });", ["Post", "{0} answered {1}"]],
    ['z.string().min(1, "Title is required").describe("What the post asks, in one line")', ["Title is required"]],
  ])("are collected from %s", (source, sentences) => expect(sentencesOf(source, "x.ts")).toEqual(sentences));

  it.each([
    'log.warn({ err }, "A mail was not sent");',
    'const sql = "select * from users";',
    'meta({ summary: "The latest posts", description: "In order of time." });',
    'throw new Error("Broken by a programmer");',
  ])("leave out %s", (source) => expect(sentencesOf(source, "x.ts")).toEqual([]));
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
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    ["function f(why: string) { return `${why} You can appeal once`; }", ["{0} You can appeal once"]],
    ['const LABELS = { OPEN: "Open to all" } as const satisfies Record<string, string>;', ["Open to all"]],
    ['function f() { throw new Error("The wallet is gone"); }', ["The wallet is gone"]],
    ['function f(n: number) { return plural(n, ["# answer", "# answers"]); }', ["# answer|# answers"]],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    ["function f(who: string) { return `${who} loses nothing`; }", ["{0} loses nothing"]],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    ["const x = (who: string) => tell(`${who} has been paid`);", ["{0} has been paid"]],
    ['const x = () => <Row note="pays withdrawals" />;', ["pays withdrawals"]],
    ["const x = () => <p>See\n  the <a>proof</a>\n  .</p>;", ["See the <0>proof</0>."]],
    ['const x = () => <p>See{" "}\n  <a>it</a>{" by "}\n  {name}</p>;', ["See <0>it</0> by {0}"]],
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
    'const x = () => <button aria-keyshortcuts="Control+K Meta+K" />;',
    'const f = (text: string) => text === "Invalid action";',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    "const f = (name: string) => document.querySelector(`${name} button`);",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    "const f = (name: string) => [`row-${name}`, `${name}-error`, `go:${name}`];",
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

  it.each([
    ['const f = () => g("Joined ");', '(_w_runtime_(0) + " ")'],
    ['const X = () => <T prefix="Last seen " />;', 'prefix={_w_runtime_(0) + " "}'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    ["const f = (a: number) => ` Lowest ${a} of all.`;", '(" " + _w_runtime_(0, [a]))'],
  ])("keeps the spaces around a text: %s", async (source, kept) => {
    expect((await transform(source, "src/x.tsx", new Map())).code).toContain(kept);
  });

  it.each([
    ['const X = () => <>{" paid by "}<b>{name}</b></>;', '{(" " + _w_runtime_(0) + " ")}'],
    ['const X = () => <p>One{" "}\n  </p>;', 'a={[" "]}'],
  ])("keeps the spaces at the edges of an element: %s", async (source, kept) => {
    expect((await transform(source, "src/x.tsx", new Map())).code).toContain(kept);
  });

  it("throws what the source throws", async () => {
    const { code } = await transform(
      'export const f = (a: boolean) => { if (a) throw new RangeError("Too far out"); };',
      "src/x.ts",
      new Map(),
    );
    const alone = `const _w_runtime_ = () => "Zu weit";${code?.replaceAll(/^import .*$/gm, "").replace(": boolean", "")}`;
    const { f } = await import(`data:text/javascript,${encodeURIComponent(alone)}`);
    expect(() => f(true)).toThrow(new RangeError("Zu weit"));
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
