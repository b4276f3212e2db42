import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Env } from "./env.ts";

const fileSchema = z.object({ sessionSecret: z.string().min(32) });

/**
 * The secret that signs session cookies, from the environment. Outside production, a missing one is created once and kept in the
 * data directory, readable only by this operating-system user. The wallet's key is the signer's (packages/signer).
 */
export function loadSessionSecret({ SESSION_SECRET, DATA_DIR }: Pick<Env, "SESSION_SECRET" | "DATA_DIR">): string {
  return SESSION_SECRET ?? readOrMake(DATA_DIR);
}

function readOrMake(dataDir: string): string {
  const file = join(dataDir, "secrets.json");
  mkdirSync(dataDir, { recursive: true });
  const fresh = { sessionSecret: randomBytes(32).toString("hex") };
  try {
    // "wx": a concurrent second start finds the first one's file.
    writeFileSync(file, `${JSON.stringify(fresh)}\n`, { mode: 0o600, flag: "wx" });
    return fresh.sessionSecret;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return fileSchema.parse(JSON.parse(readFileSync(file, "utf8"))).sessionSecret;
}
