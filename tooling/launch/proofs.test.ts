import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { due, PROOFS } from "./proofs.mjs";

const ROOT = join(import.meta.dirname, "../..");

it("runs a proof in full if its features have changed, and otherwise a tenth of it, a different one each time", () => {
  const forms = (turn: number) =>
    Object.fromEntries(due(["packages/ledger/src/post.ts"], turn).map(({ proof, form }) => [proof.name, form]));
  expect(forms(7)).toEqual({
    crash: "on",
    restore: "on",
    processes: "on",
    seeds: "on",
    model: "on",
    races: "on",
    hostile: "7/10",
    import: "7/10",
    simulate: "7/10",
  });
  expect(forms(18).hostile).toBe("8/10");
});

it("begins with proofs whose features have changed, and each time with another of them and of the rest", () => {
  const order = (turn: number) => due(["apps/cli/src/import/rows.ts", "packages/contract/src/inputs.ts"], turn);
  const names = (turn: number) => order(turn).map(({ proof }) => proof.name);
  expect(names(0).slice(0, 3)).toEqual(["hostile", "import", "crash"]);
  expect(names(7).slice(0, 3)).toEqual(["import", "hostile", "simulate"]);
  expect(names(3).toSorted()).toEqual(PROOFS.map(({ name }) => name).toSorted());
});

it("names tests and features that exist", () => {
  const files = globSync("{apps,packages,tooling}/*/src/**/*.ts", {
    cwd: ROOT,
    exclude: (name) => name === "node_modules",
  });
  for (const { name, files: tests, rooms } of PROOFS) {
    for (const test of tests)
      expect(
        files.filter((file) => file.includes(`${test}.test.ts`)),
        name,
      ).toHaveLength(1);
    for (const room of rooms)
      expect(
        files.some((file) => room.test(file)),
        `${name}: ${room}`,
      ).toBe(true);
  }
});

it("`npm run test:long` lists the proofs it would run, with --due in the form that is due", () => {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [join(ROOT, "tooling/launch/long.mjs"), "--list", ...args], { encoding: "utf8" });
  expect(run("crash", "races")).toBe("crash (long)\nraces (long)\n");
  expect(run("--due").trim().split("\n")).toHaveLength(PROOFS.length);
  expect(() => run("nothing")).toThrow();
});
