import { resolve } from "node:path";
import type { z } from "zod";
import { requireConsistent } from "./env.checks.ts";
import { EnvError, envSchema, type GivenEnv } from "./env.schema.ts";

export { EnvError };

/** The environment, with defaults that depend on NODE_ENV filled in. */
export type Env = GivenEnv & { readonly [Name in "DEMO" | "LOG_LEVEL"]: NonNullable<GivenEnv[Name]> };

/** Whether strangers use this platform, or its BBUX is worth something: the demo has no place there. */
export function isForReal(env: Pick<GivenEnv, "NODE_ENV" | "SOLANA_RPC_URL">): boolean {
  return env.NODE_ENV === "production" || env.SOLANA_RPC_URL !== undefined;
}

/** Hours that withdrawals are held for security, if nothing else is configured. */
const SECURITY_HOLD_HOURS = 24;

/** Hours that withdrawals are held for security; by default none on the local chain, whose SOL is worth nothing. */
export function securityHoldHours(env: Pick<GivenEnv, "SECURITY_HOLD_HOURS">, isLocal: boolean): number {
  return env.SECURITY_HOLD_HOURS ?? (isLocal ? 0 : SECURITY_HOLD_HOURS);
}

const signerSchema = envSchema.pick({
  DATA_DIR: true,
  PLATFORM_WALLET_SECRET: true,
  PLATFORM_WALLET_SECRET_FILE: true,
  SIGNER_SOCKET: true,
  SIGNER_USER: true,
  SIGNER_CLIENT: true,
  COLD_WALLET_ADDRESS: true,
  SIGNER_PAYMENT_LIMIT: true,
  SIGNER_HOURLY_LIMIT: true,
  SIGNER_DAILY_LIMIT: true,
  SIGNER_RPC_URL: true,
  SOLANA_RPC_URL: true,
  WITHDRAWAL_DAILY_LIMIT: true,
  WITHDRAWAL_HOURLY_LIMIT: true,
  WITHDRAWAL_DAILY_LIMIT_ALL: true,
  PRIORITY_FEE_LIMIT: true,
  TIMEOUT_FACTOR: true,
});

/** The environment of a signer that runs on its own. */
export type SignerEnv = z.infer<typeof signerSchema>;

/** Reads the environment of a signer that runs on its own. @throws EnvError */
export function readSignerEnv(source: NodeJS.ProcessEnv = process.env): SignerEnv {
  const env = parse(signerSchema, source);
  return { ...env, DATA_DIR: resolve(env.DATA_DIR) };
}

/**
 * Reads the environment; no other code does.
 * @throws EnvError
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const env = parse(envSchema, source);
  requireConsistent(env);
  return {
    ...env,
    DATA_DIR: resolve(env.DATA_DIR),
    DEMO: env.DEMO ?? (isForReal(env) || env.DATABASE_URL ? "off" : "on"),
    LOG_LEVEL: env.LOG_LEVEL ?? (env.NODE_ENV === "production" ? "info" : "warn"),
  };
}

function parse<T>(schema: z.ZodType<T>, source: NodeJS.ProcessEnv): T {
  // An empty variable counts as unset, because compose files and shells leave such variables behind.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new EnvError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"));
}
