import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { contentHash, isStamped, sourceFiles, stamp, traceHash } from "./stamp.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "bbux-stamp-"));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src", "main.ts"), "one");
});
afterEach(() => rmSync(root, { recursive: true }));

const state = () => contentHash(root, sourceFiles(root));

it("changes with the contents and names of files, and with added and removed files", () => {
  const seen = new Set([state()]);
  writeFileSync(join(root, "src", "main.ts"), "two");
  seen.add(state());
  writeFileSync(join(root, "src", "more.ts"), "two");
  seen.add(state());
  rmSync(join(root, "src", "main.ts"));
  seen.add(state());
  expect(seen.size).toBe(4);
});

it("doesn't change when a file is only touched, or with outputs, dependencies or tests", () => {
  const before = state();
  utimesSync(join(root, "src", "main.ts"), 1, 1);
  for (const dir of ["dist", "node_modules", ".turbo"]) {
    mkdirSync(join(root, dir));
    writeFileSync(join(root, dir, "file.js"), "x");
  }
  writeFileSync(join(root, "src", "main.test.ts"), "x");
  expect(state()).toBe(before);
});

it("notices an output that was replaced or removed", () => {
  const output = join(root, "main.js");
  writeFileSync(output, "x");
  const before = traceHash([output]);
  writeFileSync(output, "xy");
  const replaced = traceHash([output]);
  rmSync(output);
  expect(new Set([before, replaced, traceHash([output])]).size).toBe(3);
});

it("matches only the stamped value", () => {
  const file = join(root, "deep", "stamp");
  expect(isStamped(file, "a")).toBe(false);
  stamp(file, "a");
  expect(isStamped(file, "a")).toBe(true);
  expect(isStamped(file, "b")).toBe(false);
});
