import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "@bbux/db";
import { startEmbedded } from "@bbux/db/embedded";

/** What is to be let go of in the end, in the order in which it was begun. */
export type Undo = (() => unknown)[];

/**
 * Runs a benchmark and lets go of everything it began: when it is done, when it fails, and when it is told to stop.
 * @param hint is said after a failure
 */
export async function runScript(main: (undo: Undo) => Promise<void>, hint = ""): Promise<void> {
  const undo: Undo = [];
  const end = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void end().finally(() => process.exit(1)));
  }
  try {
    await main(undo);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    if (hint !== "") console.error(`\n${hint}`);
    process.exitCode = 1;
  } finally {
    await end();
  }
}

/** A folder and a migrated database in it, both gone in the end. */
export async function scratchDatabase(name: string, undo: Undo): Promise<{ dir: string; url: string }> {
  const dir = mkdtempSync(join(tmpdir(), `bbux-${name}-`));
  // The database's user must get through to its own directory.
  chmodSync(dir, 0o711);
  undo.push(() => rmSync(dir, { recursive: true, force: true }));
  const postgres = await startEmbedded({ dataDir: dir });
  undo.push(() => postgres.stop());
  await migrate(postgres.url);
  return { dir, url: postgres.url };
}
