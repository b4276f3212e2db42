import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tooling/launch/longest-first.ts";
import { scratchRoot } from "./tooling/launch/scratch.mjs";

const include = [
  "{packages,apps,tooling}/**/src/**/*.test.{ts,tsx}",
  "tooling/launch/**/*.test.ts",
  "apps/web/build/**/*.test.ts",
];
const isGate = process.env.BBUX_TIER === "gate";
const skipped = (name: string) => /^(node_modules|dist|e2e)$/.test(name);
const saying = (words: RegExp) =>
  globSync(include, { cwd: import.meta.dirname, exclude: skipped }).filter((file) =>
    words.test(readFileSync(`${import.meta.dirname}/${file}`, "utf8")),
  );
/** Files that replace a module, which other files of the same worker would share. */
const replacing = saying(/\bvi\.(mock|doMock)\(/);
/** Files of proofs alone, which the gate doesn't even load. */
const exclude = [
  ...["**/node_modules/**", "**/dist/**", "tooling/e2e/**"],
  ...(isGate ? saying(/^\/\*\* @module-tag proof\b/m) : []),
];

// Proofs run far from UTC, so that nothing depends on it.
process.env.TZ = process.env.BBUX_TIER === "all" ? "Pacific/Tongatapu" : "UTC";
// For the processes that tests start.
process.env.TIMEOUT_FACTOR = "20";
// For the global setup, which makes the server of the tests there.
process.env.BBUX_SCRATCH = scratchRoot();

export default defineConfig({
  test: {
    globalSetup: ["packages/db/src/testing.setup.ts"],
    setupFiles: ["packages/db/src/testing.seed.ts"],
    tags: [{ name: "proof", description: "Too slow or too random for the gate: npm run test:all" }],
    ...(isGate && { tagsFilter: ["!proof"] }),
    pool: "forks",
    // Tests wait for PostgreSQL and child processes, which need their share of the cores.
    maxWorkers: Math.min(6, Math.ceil(1.5 * availableParallelism())),
    sequence: { sequencer: LongestFirst },
    // Only a test that hangs may reach these, on however busy a machine: none of them says how fast something has to be.
    testTimeout: isGate ? 120_000 : 600_000,
    hookTimeout: isGate ? 120_000 : 600_000,
    expect: { poll: { timeout: isGate ? 60_000 : 120_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      // Files share the modules of their worker, because loading the product for each took a fifth of the run.
      { extends: true, test: { name: "shared", include, exclude: [...exclude, ...replacing], isolate: false } },
      { extends: true, test: { name: "isolated", include: replacing, exclude, isolate: true } },
    ],
  },
});
