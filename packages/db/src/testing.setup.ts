import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";
import { asOwner, TEMPLATE } from "./testing.ts";

/** Global set-up of the test run: one PostgreSQL in a temporary directory, one migrated template in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), "bbux-test-"));
  chmodSync(dir, 0o711);
  const server = await startEmbedded({ dataDir: dir, durable: false, maxConnections: 300 });
  const stop = async () => {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    const admin = new URL(server.url);
    admin.pathname = "/postgres";
    await asOwner(admin.href, (client) => client.query(`create database ${TEMPLATE}`));
    const template = new URL(server.url);
    template.pathname = `/${TEMPLATE}`;
    await migrate(template.href);
    // A template cannot be copied while anyone is connected to it.
    await asOwner(admin.href, (client) => client.query(`alter database ${TEMPLATE} allow_connections false`));
    project.provide("testServerUrl", admin.href);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
