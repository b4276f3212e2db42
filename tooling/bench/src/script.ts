import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allowUnbacked, connect, migrate } from "@bbux/db";
import { startEmbedded } from "@bbux/db/embedded";

/** What to release at the end, in the order it was started. */
export type Undo = (() => unknown)[];

/**
 * Runs a benchmark and releases everything it started, whether it finishes, fails, or is stopped.
 * @param hint is printed after a failure
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

/** A folder with a migrated database, both deleted at the end. */
export async function scratchDatabase(name: string, undo: Undo): Promise<{ dir: string; url: string }> {
  const dir = mkdtempSync(join(tmpdir(), `bbux-${name}-`));
  // The database's user must be able to traverse to its own directory.
  chmodSync(dir, 0o711);
  undo.push(() => rmSync(dir, { recursive: true, force: true }));
  const postgres = await startEmbedded({ dataDir: dir });
  undo.push(() => postgres.stop());
  await migrate(postgres.url);
  const owner = connect({ url: postgres.url, as: "owner", max: 1 });
  await allowUnbacked(owner, { causes: "", reason: "a measurement" }).finally(() => owner.destroy());
  return { dir, url: postgres.url };
}
