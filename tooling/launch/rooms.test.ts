import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isTest, ROOMS, roomsOf, testsOf } from "./rooms.mjs";

const cwd = join(import.meta.dirname, "../..");
const list = (pattern: string) => globSync(pattern, { cwd, exclude: (name) => name === "node_modules" }).sort();
const SERVER = "apps/server/src/tests/";
const BROWSER = "tooling/e2e/src/";
const tests = [...list("{apps,packages}/*/src/**/*.test.{ts,tsx}"), ...list(`${BROWSER}**/*.spec.ts`)];

describe("the map of features and tests", () => {
  it("contains every feature of the API and of the web app", () => {
    const files = [...list("packages/api/src/*/*/**/*.ts"), ...list("apps/web/src/*/*/**/*.{ts,tsx}")];
    const platform = /^packages\/api\/src\/platform\//;
    expect(files.filter((path) => !isTest(path) && !platform.test(path) && roomsOf(path).length === 0)).toEqual([]);
  });

  it("has, for every server and browser test, a change that runs it", () => {
    const claimed = ROOMS.flatMap(({ server, browser }) => [
      ...server.map((name) => SERVER + name),
      ...browser.map((name) => BROWSER + name),
    ]);
    const outside = tests.filter((path) => path.startsWith(SERVER) || path.startsWith(BROWSER));
    expect(outside.filter((path) => !claimed.some((name) => path.startsWith(name)))).toEqual([]);
    expect(claimed.filter((name) => !outside.some((path) => path.startsWith(name)))).toEqual([]);
  });
});

describe("the selection of tests for a change", () => {
  it("has the tests of its feature, and not those of others", () => {
    const { vitest, browser, isEverything } = testsOf(["packages/api/src/governance/refunds/vote.command.ts"], tests);
    expect(isEverything).toBe(false);
    expect(vitest).toContain("apps/server/src/tests/refunds.vote.test.ts");
    expect(vitest.filter((path) => /chat|uploads/.test(path))).toEqual([]);
    expect(browser.length).toBeGreaterThan(0);
    expect(browser.every((path) => path.startsWith(`${BROWSER}refunds`))).toBe(true);
  });

  it("is a single test when only that has changed", () => {
    const path = "apps/server/src/tests/votes.test.ts";
    expect(testsOf([path], tests)).toEqual({ near: [path], vitest: [path], browser: [], isEverything: false });
  });

  it("begins with changed tests and those beside the change, and with the ledger's for a migration", () => {
    const rules = "packages/api/src/governance/refunds/refunds.rules.ts";
    const test = "apps/server/src/tests/refunds.vote.test.ts";
    const beside = ["deciding-votes", "objection"].map(
      (name) => `packages/api/src/governance/refunds/${name}.rules.test.ts`,
    );
    expect(testsOf([rules, test], tests).vitest.slice(0, 3)).toEqual([test, ...beside]);
    const { near } = testsOf(["packages/db/src/migrations/ledger/guards.ts"], tests);
    expect(near).toContain("packages/ledger/src/guards.test.ts");
    expect(near.length).toBeLessThan(tests.length / 4);
  });

  it.each([
    "packages/db/src/connect.ts",
    "packages/ledger/src/post.ts",
    "packages/api/src/platform/transactions/effects.ts",
    "packages/contract/src/platform/errors.ts",
    "apps/web/src/lib/session.ts",
    "tooling/e2e/src/support.ts",
    "pnpm-lock.yaml",
  ])("is everything when %s has changed, because everything depends on it", (path) => {
    const { vitest, browser, isEverything } = testsOf([path], tests);
    expect(isEverything).toBe(true);
    expect([...vitest, ...browser]).toHaveLength(tests.length);
  });

  it("has the documentation's tests when only prose has changed", () => {
    const { vitest, browser, isEverything } = testsOf(["README.md"], tests);
    expect(isEverything).toBe(false);
    expect(vitest).toContain("apps/server/src/tests/docs.test.ts");
    expect([...vitest, ...browser].every((path) => /docs|documents|reference/.test(path))).toBe(true);
  });
});

it("`npm run test:changed` lists what it would run since a commit", () => {
  const command = join(cwd, "tooling/launch/changed.mjs");
  const run = (...args: string[]) => execFileSync(process.execPath, [command, ...args], { cwd, encoding: "utf8" });
  const head = run("--since", "HEAD", "--list", "--no-browser");
  expect(head).toMatch(/\d+ files have changed since HEAD/);
  expect(head).not.toContain(".spec.ts");
});
