import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import bs58 from "bs58";
import { z } from "zod";
import { type Env, EnvError } from "./env.ts";

const fileSchema = z.object({ sessionSecret: z.string().min(32), platformSeed: z.string().regex(/^[0-9a-f]{64}$/) });

export interface Secrets {
  readonly sessionSecret: string;
  /** The 32-byte Ed25519 seed of the platform's wallet. */
  readonly platformSeed: Uint8Array;
}

/**
 * The secrets from the environment. Outside production, missing ones are created once and kept in the data directory, readable
 * only by this operating-system user.
 * @throws EnvError if the wallet secret is invalid
 */
export function loadSecrets(env: Env): Secrets {
  const { SESSION_SECRET, PLATFORM_WALLET_SECRET } = env;
  const own = SESSION_SECRET && PLATFORM_WALLET_SECRET ? null : readOrMake(env.DATA_DIR);
  return {
    sessionSecret: SESSION_SECRET ?? own?.sessionSecret ?? "",
    platformSeed: PLATFORM_WALLET_SECRET
      ? parseWalletSecret(PLATFORM_WALLET_SECRET)
      : Buffer.from(own?.platformSeed ?? "", "hex"),
  };
}

function readOrMake(dataDir: string): z.infer<typeof fileSchema> {
  const file = join(dataDir, "secrets.json");
  mkdirSync(dataDir, { recursive: true });
  const fresh = { sessionSecret: randomBytes(32).toString("hex"), platformSeed: randomBytes(32).toString("hex") };
  try {
    // "wx": a concurrent second start finds the first one's file.
    writeFileSync(file, `${JSON.stringify(fresh)}\n`, { mode: 0o600, flag: "wx" });
    return fresh;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return fileSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** The 32-byte seed of a Solana secret key, as exported by wallets (base58) or the Solana CLI (a JSON array). */
function parseWalletSecret(value: string): Uint8Array {
  const bytes = value.trim().startsWith("[") ? bytesOfJson(value) : bytesOfBase58(value.trim());
  if (bytes?.byteLength !== 64 && bytes?.byteLength !== 32) {
    throw new EnvError("PLATFORM_WALLET_SECRET must be a Solana secret key: base58 or a JSON array of 64 bytes");
  }
  return bytes.subarray(0, 32);
}

function bytesOfJson(value: string): Uint8Array | null {
  try {
    const parsed = z.array(z.int().min(0).max(255)).safeParse(JSON.parse(value));
    return parsed.success ? Uint8Array.from(parsed.data) : null;
  } catch {
    return null;
  }
}

function bytesOfBase58(value: string): Uint8Array | null {
  try {
    return bs58.decode(value);
  } catch {
    return null;
  }
}
