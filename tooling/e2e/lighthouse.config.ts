import { defineConfig } from "@playwright/test";
import base from "./playwright.config.ts";

/** `npm run lighthouse`: the built server with its demo community, one page at a time, without retries. */
export default defineConfig({
  ...base,
  testMatch: "**/lighthouse.timed.ts",
  projects: [{ name: "speed" }],
  workers: 1,
  retries: 0,
  timeout: 300_000,
});
