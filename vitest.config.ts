import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "{packages,apps,tooling}/**/src/**/*.test.{ts,tsx}",
      "tooling/launch/**/*.test.ts",
      "apps/web/build/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**", "tooling/e2e/**"],
    globalSetup: ["packages/db/src/testing.setup.ts"],
    pool: "forks",
    // Real PostgreSQL on a small machine: give a test room before it is called hung.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
  },
});
