import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { sourcesOf } from "./imports.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const SESSION_LOCK = /\bpg_(try_)?advisory_(lock|unlock)\w*/i;

it("locks until the end of a transaction or by a lease, never for a session, which a pooler gives to others", () => {
  const roots = ["apps", "packages"].flatMap((group) =>
    readdirSync(join(ROOT, group)).map((name) => `${group}/${name}/src`),
  );
  const files = roots.flatMap((root) => sourcesOf(join(ROOT, root)).map((file) => `${root}/${file}`));
  expect(files.filter((file) => SESSION_LOCK.test(readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
  expect(files).toContain("packages/db/src/lease.ts");
});

it.each([
  ["select pg_advisory_lock(1)", true],
  ["select pg_try_advisory_lock(1, 2)", true],
  ["select pg_advisory_lock_shared(1)", true],
  ["select pg_advisory_unlock_all()", true],
  ["select pg_advisory_xact_lock(1)", false],
  ["select pg_try_advisory_xact_lock(1)", false],
])("finds %s: %s", (text, isOne) => {
  expect(SESSION_LOCK.test(text)).toBe(isOne);
});
