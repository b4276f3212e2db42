import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROGRAMS, programOf } from "./types.mjs";

const ROOT = join(import.meta.dirname, "../..");

describe("the check of types", () => {
  const workspaces = globSync("{apps,packages,tooling}/*/tsconfig.json", { cwd: ROOT }).map(dirname);

  it("has a program for every workspace", () => {
    const { include, exclude } = JSON.parse(readFileSync(join(ROOT, "tooling/tsconfig/node.json"), "utf8"));
    const matched = (patterns: string[]) =>
      globSync(patterns, { cwd: join(ROOT, "tooling/tsconfig") }).map((path) => join("tooling/tsconfig", path));
    const left = matched(exclude);
    const shared = matched(include).filter((path) => !left.includes(dirname(path)));
    expect(workspaces.length).toBeGreaterThan(20);
    for (const workspace of workspaces) {
      const isShared = programOf(workspace) === "tooling/tsconfig/node.json";
      expect([workspace, shared.includes(`${workspace}/src`)]).toEqual([workspace, isShared]);
      expect(PROGRAMS).toContain(programOf(workspace));
    }
  });
});
