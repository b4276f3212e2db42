import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

// Workers read this file again: what the first reading chose is handed on by the environment.
process.env.BBUX_E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 20_000));
process.env.BBUX_E2E_DATA ??= freshDir();
const { BBUX_E2E_PORT: PORT, BBUX_E2E_DATA: DATA_DIR } = process.env;
const origin = `http://localhost:${PORT}`;

/** As root the database runs as another user, who must get through. */
function freshDir(): string {
  const dir = mkdtempSync(join(tmpdir(), "bbux-e2e-"));
  chmodSync(dir, 0o711);
  return dir;
}

export default defineConfig({
  testDir: "src",
  testMatch: "**/*.spec.ts",
  fullyParallel: false,
  workers: 2,
  timeout: 60_000,
  // A busy machine may starve a browser once; what fails twice is a fault. The report names what needed a second try.
  retries: 1,
  expect: { timeout: 10_000 },
  outputDir: "test-results",
  use: {
    baseURL: origin,
    trace: "retain-on-failure",
    locale: "en-GB",
    reducedMotion: "reduce",
    launchOptions: {
      ...(process.env.BBUX_CHROMIUM && { executablePath: process.env.BBUX_CHROMIUM }),
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  // A passed proposal changes a fee that other tests count on: it is played when they are done.
  projects: [
    { name: "all", testIgnore: "**/governance.journey.spec.ts" },
    { name: "fees", testMatch: "**/governance.journey.spec.ts", dependencies: ["all"] },
  ],
  // The built server as npm start runs it, with a database and a demo community of its own.
  webServer: {
    command: `"${process.execPath}" ../../apps/server/dist/main.js`,
    url: `${origin}/api/health/ready`,
    timeout: 90_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    stdout: "pipe",
    env: {
      ...{ PORT, DATA_DIR, HOST: "localhost", LOCAL_CHAIN_PORT: "0" },
      ...{ RATE_LIMITS: "off", DEMO: "on", NODE_ENV: "development" },
    },
  },
});
