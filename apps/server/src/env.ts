import { resolve } from "node:path";
import { requireConsistent } from "./env.checks.ts";
import { EnvError, envSchema, type GivenEnv } from "./env.schema.ts";

export { EnvError };

/** The environment, with defaults that depend on NODE_ENV filled in. */
export type Env = GivenEnv & { readonly [Name in "DEMO" | "LOG_LEVEL"]: NonNullable<GivenEnv[Name]> };

/**
 * Reads the environment; no other code does.
 * @throws EnvError
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  // An empty variable counts as unset, because compose files and shells leave such variables behind.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = envSchema.safeParse(given);
  if (!parsed.success) {
    throw new EnvError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"));
  }
  const env = parsed.data;
  requireConsistent(env);
  return {
    ...env,
    DATA_DIR: resolve(env.DATA_DIR),
    DEMO: env.DEMO ?? (env.NODE_ENV === "production" || env.DATABASE_URL || env.SOLANA_RPC_URL ? "off" : "on"),
    LOG_LEVEL: env.LOG_LEVEL ?? (env.NODE_ENV === "production" ? "info" : "warn"),
  };
}
