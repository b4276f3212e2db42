import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { due, PROOFS, runsIn } from "./proofs.mjs";

const ROOT = join(import.meta.dirname, "../..");
const files = globSync("{apps,packages,tooling}/*/src/**/*.{ts,tsx}", {
  cwd: ROOT,
  exclude: (name) => name === "node_modules",
});
/** Written in parts, so that Vitest doesn't take this file for one. */
const MARKS = ['tags: "proof"', ["/** @module", "tag proof"].join("-")];
const names = PROOFS.map(({ name }) => name);

const RECORD = `
| date | commit | proofs | minutes | result | seed |
|---|---|---|---|---|---|
| 2026-01-01 | aaaa1111 | all | 52:10 | 0 failed, 9000 passed | 5 |
| 2026-01-02 | bbbb2222 | model, seeds | 9:10 | 1 failed, 3 passed | 6 |
| 2026-01-03 | cccc3333 | model | 9:10 | 0 failed, 3 passed | 7 |
`;

it("proofs are due when their code has changed since they last passed, and while no run is known", () => {
  const since: Record<string, string[]> = {
    aaaa1111: ["packages/ledger/src/post.ts"],
    cccc3333: ["apps/web/src/app/main.tsx"],
  };
  const ofMoney = ["crash", "restore", "processes", "seeds", "races", "ledger"];
  expect(due(runsIn(RECORD), (commit) => since[commit])).toEqual(ofMoney);
  expect(due([], () => [])).toEqual(names);
  expect(due(runsIn(RECORD), () => undefined)).toEqual(names);
});

it("proofs name tests and features that exist", () => {
  for (const { name, files: tests, rooms } of PROOFS) {
    for (const test of tests)
      expect(
        files.some((file) => file.includes(`${test}`)),
        `${name}: ${test}`,
      ).toBe(true);
    for (const room of rooms)
      expect(
        files.some((file) => room.test(file)),
        `${name}: ${room}`,
      ).toBe(true);
  }
});

it("every file with proofs belongs to one, so that a change of its code makes it due", () => {
  const whole = files.filter(
    (file) => /\.test\.tsx?$/.test(file) && MARKS.some((mark) => readFileSync(join(ROOT, file), "utf8").includes(mark)),
  );
  const belongs = (file: string) =>
    PROOFS.some((proof) => proof.files.some((name) => file.startsWith(name) || file.includes(`/${name}`)));
  expect(whole.length).toBeGreaterThan(5);
  expect(whole.filter((file) => !belongs(file))).toEqual([]);
});

it("`npm run test:all` lists what it would run, and knows proofs and features by name", () => {
  const list = (...args: string[]) =>
    execFileSync(process.execPath, [join(ROOT, "tooling/launch/test.mjs"), "--all", "--list", ...args], {
      encoding: "utf8",
    });
  expect(list()).toContain("Browser tests: all\n");
  expect(list("crash")).toMatch(/^Unit and integration tests: .*money\.crash.*\n$/);
  expect(list("chat")).toMatch(/chat\.live[\s\S]*chat\.spec/);
  expect(() => list("nothing")).toThrow();
});
