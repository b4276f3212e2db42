import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { clearLeftover } from "./embedded/leftover.ts";
import { startEmbedded } from "./embedded.ts";
import { isWhole } from "./testing.form.ts";
import { asOwner, migrateTemplate, TEMPLATE } from "./testing.ts";

const PREFIX = "bbux-test-";
/** Also of browser tests. */
const LEFTOVER = /^bbux-(test|e2e)-/;
const OLD_MS = 10 * 60_000;

/**
 * Global setup of the test run: one PostgreSQL in a temporary directory, with one migrated template database. Temporary
 * files of tests go there, too, and are deleted with it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = process.env.BBUX_SCRATCH ?? tmpdir();
  await sweep(root);
  const dir = mkdtempSync(join(root, PREFIX));
  chmodSync(dir, 0o711);
  process.env.TMPDIR = join(dir, "tmp");
  mkdirSync(process.env.TMPDIR);
  chmodSync(process.env.TMPDIR, 0o1777);
  // Servers and commands that tests start as processes share one compile cache.
  process.env.NODE_COMPILE_CACHE ??= join(process.env.TMPDIR, "bbux-compile-cache");
  const socketDir = socketDirIn(process.env.TMPDIR);
  const server = await startEmbedded({
    dataDir: dir,
    durable: false,
    maxConnections: 300,
    ...(socketDir && { socketDir }),
  });
  const stop = async () => {
    await server.stop();
    try {
      keepLog(join(dir, "postgres", "postgres.log"));
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  };
  try {
    const admin = new URL(server.url);
    admin.pathname = "/postgres";
    await asOwner(admin.href, async (client) => {
      // In the gate, planning takes longer than running the statements. The proofs plan as production does.
      if (!isWhole) {
        await client.query("alter system set plan_cache_mode = force_generic_plan");
        await client.query("select pg_reload_conf()");
      }
      await client.query(`create database ${TEMPLATE}`);
    });
    const template = new URL(server.url);
    template.pathname = `/${TEMPLATE}`;
    await migrateTemplate(template.href);
    // A template can't be copied while anyone is connected to it.
    await asOwner(admin.href, (client) => client.query(`alter database ${TEMPLATE} allow_connections false`));
    project.provide("testServerUrl", admin.href);
    project.provide("testSocketDir", socketDir);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** The first run's, not that of a second look. */
function keepLog(log: string): void {
  const to = process.env.BBUX_RESULTS && join(process.env.BBUX_RESULTS, "postgres.log");
  if (to && existsSync(log) && !existsSync(to)) copyFileSync(log, to);
}

/** PostgreSQL refuses sockets with longer paths than the system's. */
function socketDirIn(dir: string): string | null {
  return `${dir}/.s.PGSQL.65535`.length < 104 ? dir : null;
}

/** Removes what killed runs left behind, except for anything that may still be starting or has a living owner. */
async function sweep(root: string): Promise<void> {
  for (const name of readdirSync(root)) {
    const dir = join(root, name);
    try {
      if (!LEFTOVER.test(name) || Date.now() - statSync(dir).mtimeMs < OLD_MS) continue;
      await clearLeftover(join(dir, "postgres", "cluster"), () => undefined);
      rmSync(dir, { recursive: true, force: true });
    } catch {
      // It belongs to another run or another user.
    }
  }
}
