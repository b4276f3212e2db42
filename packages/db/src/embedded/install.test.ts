import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { finishInstall, installAtOnce, isInstalling, type Move } from "./install.ts";

let dir: string;
let moves: Move[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "bbux-install-"));
  for (const name of ["cluster", "staged", "uploads", "fetched"]) {
    mkdirSync(join(dir, name));
    writeFileSync(join(dir, name, "content"), name);
  }
  const move = (from: string, to: string) => ({ from: join(dir, from), to: join(dir, to) });
  moves = [
    move("cluster", "cluster.before"),
    move("staged", "cluster"),
    move("uploads", "uploads.before"),
    move("fetched", "uploads"),
  ];
});
afterEach(() => rmSync(dir, { recursive: true }));

const found = () =>
  Object.fromEntries(readdirSync(dir).map((name) => [name, readFileSync(join(dir, name, "content"), "utf8")]));
const INSTALLED = { cluster: "staged", "cluster.before": "cluster", uploads: "fetched", "uploads.before": "uploads" };

/** Ends after this many moves, as a kill would. */
function killedAfter(count: number): () => void {
  let moved = 0;
  return () => {
    if (++moved === count) throw new Error("killed");
  };
}

it("several moves are made together, and nothing is left of the plan", () => {
  installAtOnce(dir, moves);
  expect(found()).toEqual(INSTALLED);
  expect([isInstalling(dir), finishInstall(dir)]).toEqual([false, false]);
});

it.each([1, 2, 3, 4])("killed after %i of four, they are finished later, even if that is killed once, too", (count) => {
  expect(() => installAtOnce(dir, moves, killedAfter(count))).toThrow("killed");
  expect(isInstalling(dir)).toBe(true);
  expect(() => finishInstall(dir, killedAfter(count))).toThrow("killed");
  expect(finishInstall(dir)).toBe(true);
  expect(found()).toEqual(INSTALLED);
  expect(isInstalling(dir)).toBe(false);
});

it("what was written of a plan before the first move is nothing", () => {
  writeFileSync(join(dir, "restore.plan.new"), "[{");
  expect(finishInstall(dir)).toBe(false);
  rmSync(join(dir, "restore.plan.new"));
  expect(found()).toMatchObject({ cluster: "cluster", uploads: "uploads" });
});
