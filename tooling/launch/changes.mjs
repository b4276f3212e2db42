// What has changed since a commit, according to git.
import { execFileSync } from "node:child_process";
import { ROOT } from "./toolchain.mjs";

/** @param {string[]} args @returns {string | undefined} undefined when git refuses */
function git(...args) {
  try {
    return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

/**
 * Where the current work began: the merge base with the main branch or, on the main branch itself, the last commit that
 * is a day older than the newest.
 * @returns {string | undefined} undefined outside of a checkout
 */
export function mergeBase() {
  const head = git("rev-parse", "HEAD");
  for (const main of ["origin/HEAD", "origin/main", "main"]) {
    const base = git("merge-base", "HEAD", main);
    if (base !== undefined && base !== head) return base;
  }
  const newest = Number(git("show", "-s", "--format=%ct", "HEAD"));
  return git("rev-list", "-1", `--before=${newest - 86_400}`, "HEAD") || head;
}

/**
 * Paths that differ from a commit, including untracked files.
 * @param {string} base @returns {string[]}
 * @throws Error when git doesn't know the commit
 */
export function changedSince(base) {
  const lines = [git("diff", "--name-only", base), git("ls-files", "--others", "--exclude-standard")];
  if (lines.includes(undefined)) throw new Error(`Git can't compare with ${base}: is it a commit of this checkout?`);
  return [...new Set(lines.flatMap((text) => text?.split("\n") ?? []).filter(Boolean))].sort();
}

/** The commit that is checked out; empty outside of a checkout. */
export function head() {
  return git("rev-parse", "HEAD") ?? "";
}

/** Whether everything is committed, apart from the record of proofs. */
export function isClean() {
  return git("status", "--porcelain", "--", ".", ":!docs/PROOFS.md") === "";
}
