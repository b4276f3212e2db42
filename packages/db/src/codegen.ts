import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";

export const TYPES_FILE = fileURLToPath(new URL("types.ts", import.meta.url));
const HEADER = "// Generated from the migrated database by `npm run db:types`; a test fails when it drifts.\n\n";

/** The row types of the migrated database at `url`, as the source of a TypeScript module. */
export async function generateTypes(url: string): Promise<string> {
  const cli = join(dirname(createRequire(import.meta.url).resolve("kysely-codegen")), "cli", "bin.js");
  const dir = mkdtempSync(join(tmpdir(), "bbux-types-"));
  const out = join(dir, "types.ts");
  try {
    await promisify(execFile)(process.execPath, [
      cli,
      "--dialect=postgres",
      `--url=${url}`,
      `--out-file=${out}`,
      "--default-schema=public",
      "--include-pattern=public.*",
      "--exclude-pattern=public.kysely_migration*",
    ]);
    return HEADER + readFileSync(out, "utf8").replace(/^\/\*\*.*?\*\/\s*/s, "");
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "bbux-types-db-"));
  chmodSync(dir, 0o711);
  const server = await startEmbedded({ dataDir: dir, durable: false });
  try {
    await migrate(server.url);
    writeFileSync(TYPES_FILE, await generateTypes(server.url));
    console.log(`Written: ${TYPES_FILE}`);
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

if (import.meta.main) await main();
