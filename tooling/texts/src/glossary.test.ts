import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WEB } from "./collect.ts";
import { avoidedIn, sentencesOf } from "./glossary.ts";
import { readPo } from "./po.ts";

const ROOT = join(import.meta.dirname, "../../..");
const screens = [...readPo(join(WEB, "src/locales/en.po")).forms.values()].flat().filter(Boolean);

/** Sentences that the requirements quote, and words to search for in the palette. */
const KEPT = new Set([
  "Create Post",
  "Failed to create post",
  "Login failed",
  "Login to vote",
  "Logout",
  "Please log in to create a post",
  "new post write create bounty",
  "theme mode colour color night day toggle",
]);

describe("screens", () => {
  it("use one name for one thing, and no phrase that reads as translated", () => {
    expect(screens.flatMap((text) => avoidedIn(text, KEPT))).toEqual([]);
  });

  it("still have each text that is exempt", () => {
    expect([...KEPT].filter((text) => !screens.includes(text))).toEqual([]);
  });

  it("have sentences of at most 28 words, 10 on average", () => {
    const sentences = screens.flatMap(sentencesOf).filter((words) => words.length > 2);
    expect(sentences.filter((words) => words.length > 28).map((words) => words.join(" "))).toEqual([]);
    const words = sentences.reduce((sum, { length }) => sum + length, 0);
    expect(words / sentences.length).toBeLessThan(10);
  });
});

/** Strings in quotes or backticks of at least three words. */
function saidBy(directory: string): string[] {
  return readdirSync(join(ROOT, directory), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|support|gen)\.tsx?$|\bdemo\b|\bmigrations\b/.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(ROOT, directory, file), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
      return [...source.matchAll(/"([^"\n]*)"|`([^`]*)`/g)].map(([, quoted, template]) => quoted ?? template ?? "");
    })
    .filter((text) => /\p{L}+ [\p{L}\d${}().']+ \p{L}+/u.test(text) && !SQL.test(text));
}

const SQL = /\b(select|insert|update|delete|from|where|join|set)\b[^.]*\b(from|into|set|where|on|in|and|values|as)\b/i;

describe("screens, errors, notifications, mails and commands", () => {
  it.each(["apps/web/src", "packages/contract/src", "packages/api/src", "apps/server/src", "apps/cli/src"])(
    "of %s use one name for one thing, and no phrase that reads as translated",
    (directory) => {
      const texts = saidBy(directory);
      expect(texts.length).toBeGreaterThan(50);
      expect(texts.flatMap((text) => avoidedIn(text, KEPT))).toEqual([]);
    },
  );
});

/** Lines of a document without its code. */
function linesOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return text.replace(/```[\s\S]*?```|`[^`\n]*`/g, "`").split("\n");
}

describe("documents", () => {
  const pages = readdirSync(join(ROOT, "packages/docs/pages")).map((page) => `packages/docs/pages/${page}`);
  const kept = ["**Logout**", "**Log out and back in.**"];

  it.each([...pages, "README.md", "docs/OPERATIONS.md"])(
    "%s uses one name for one thing, and no phrase that reads as translated",
    (file) => {
      const lines = linesOf(file).filter((line) => !kept.some((phrase) => line.includes(phrase)));
      expect(lines.length).toBeGreaterThan(5);
      expect(lines.flatMap((line) => avoidedIn(line))).toEqual([]);
    },
  );
});

it("a text with an avoided name is named with what to write", () => {
  expect(avoidedIn("Whoever asks is told at once.")).toEqual([
    "“Whoever” in “Whoever asks is told at once.”: write anyone, or who it is",
    "“at once” in “Whoever asks is told at once.”: write immediately",
    "“is told” in “Whoever asks is told at once.”: write gets a notification",
  ]);
});
