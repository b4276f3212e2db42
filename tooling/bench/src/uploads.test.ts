/** @module-tag proof */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SERVER, type ServerProcess, startOurs } from "./servers.ts";
import { signUp, uploadAtOnce } from "./uploads.load.ts";

const MiB = 2 ** 20;
const dir = mkdtempSync(join(tmpdir(), "bbux-uploads-"));
let database: TestDatabase;
let server: ServerProcess;
beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
  // Runs from source, so that nobody has to build it; takes a bit more memory than the bundle.
  server = await startOurs(database.url, dir, join(SERVER, "src/main.ts"));
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  rmSync(dir, { recursive: true, force: true });
});

it("ten concurrent uploads of 50 MB pass through the server without being held in memory", async () => {
  const { times, before, peak } = await uploadAtOnce(server, [await signUp(server.url)], {
    uploads: 10,
    mebibytes: 50,
  });
  expect(times).toHaveLength(10);
  // 500 MB pass through it. The benchmark reports how little of that the built server holds.
  expect((peak - before) / MiB).toBeLessThan(200);
});
