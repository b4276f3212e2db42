import { defineConfig } from "@playwright/test";
import { freePorts } from "../launch/free-ports.mjs";
import { makeScratch } from "../launch/scratch.mjs";

// Workers load this file again, so the first choice is passed on through the environment.
const free = process.env.BBUX_E2E_PORT ? [] : (await freePorts(2)).map(String);
process.env.BBUX_E2E_PORT ??= free[0] ?? "";
process.env.BBUX_E2E_OPENID_PORT ??= free[1] ?? "";
process.env.BBUX_E2E_DATA ??= makeScratch("bbux-e2e-");
const { BBUX_E2E_PORT: PORT, BBUX_E2E_DATA: DATA_DIR, BBUX_E2E_OPENID_PORT: OPENID_PORT } = process.env;
const origin = `http://localhost:${PORT}`;

/** As apps/server/src/testing.openid.ts makes it, which is too large to load here. */
const ACME = {
  id: "acme",
  name: "Acme",
  issuer: `http://127.0.0.1:${OPENID_PORT}`,
  clientId: "bbux",
  clientSecret: "a secret that both know, for tests",
};

export default defineConfig({
  testDir: "src",
  testMatch: "**/*.spec.ts",
  ...(process.env.BBUX_TIER === "gate" && { grep: /@gate/ }),
  fullyParallel: true,
  workers: 2,
  // Limits for what hangs, not for what is slow: two pages share two cores, which may be busy.
  timeout: 300_000,
  retries: 0,
  expect: { timeout: 60_000 },
  outputDir: "test-results",
  use: {
    baseURL: origin,
    // Below the limit of a test, so that a failure says what it waited for.
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    // Recording every step costs a quarter of the whole run. To investigate a failure, set BBUX_TRACE=1.
    trace: process.env.BBUX_TRACE ? "retain-on-failure" : "off",
    locale: "en-GB",
    // A worker that takes over a page midway hides its requests from the tests; offline-and-print.spec.ts tests it.
    serviceWorkers: "block",
    reducedMotion: "reduce",
    launchOptions: {
      ...(process.env.BBUX_CHROMIUM && { executablePath: process.env.BBUX_CHROMIUM }),
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--disable-gpu",
        "--in-process-gpu",
      ],
    },
  },
  // The built server as npm start runs it, with its own database and demo community.
  webServer: {
    command: `"${process.execPath}" ../../apps/server/dist/main.js`,
    url: `${origin}/api/health/ready`,
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    stdout: "pipe",
    env: {
      PORT,
      DATA_DIR,
      HOST: "localhost",
      LOCAL_CHAIN_PORT: "0",
      LOCAL_CHAIN_FINAL_AFTER: "1",
      RATE_LIMITS: "off",
      TIMEOUT_FACTOR: "20",
      DEMO: "on",
      NODE_ENV: "development",
      PUBLIC_ORIGIN: origin,
      // Started by the tests that need it.
      OPENID_PROVIDERS: JSON.stringify([ACME]),
    },
  },
});
