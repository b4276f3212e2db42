import { defineConfig } from "vitest/config";
import base from "../../vitest.config.ts";

/** Runs like all tests, but on a PostgreSQL that is kept from one fault to the next. */
export default defineConfig({
  ...base,
  test: { ...base.test, globalSetup: ["tooling/faults/src/server.setup.ts"] },
});
