import { join } from "node:path";
import { type RunningSigner, reachSigner, startSigner } from "@bbux/signer";
import { payoutLimits } from "./env.checks.ts";
import type { Env, SignerEnv } from "./env.ts";
import { amountOf } from "./parameters.ts";
import { chainFile } from "./running-chain.ts";

/** Next to this file in the source, next to the bundle once built. */
const CHILD = join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "signer.child.ts" : "signer.child.js");

/** Where the signer of a data directory keeps what it alone writes. */
export const signerDir = (dataDir: string) => join(dataDir, "signer");

/** What a signer is started with, without the socket of another. */
export function signerSettings(env: SignerEnv) {
  const dir = signerDir(env.DATA_DIR);
  return {
    dir,
    socket: join(dir, "run", "sock"),
    dataDir: env.DATA_DIR,
    secret: env.PLATFORM_WALLET_SECRET,
    file: env.PLATFORM_WALLET_SECRET_FILE,
    coldWallet: env.COLD_WALLET_ADDRESS,
    user: env.SIGNER_USER,
    client: env.SIGNER_CLIENT,
    limits: signingLimits(env),
    rpcUrl: env.SIGNER_RPC_URL ?? env.SOLANA_RPC_URL,
    chainFile: chainFile(env.DATA_DIR),
    timeoutFactor: env.TIMEOUT_FACTOR,
  };
}

/**
 * What the signer signs at most, in lamports: by default what the platform pays, and a tenth more within an hour and a day, as it
 * counts fees and what was canceled, too.
 */
function signingLimits(env: SignerEnv) {
  const platform = payoutLimits(env);
  const within = (given: string | undefined, limit: bigint) => (given ? amountOf(given) : (limit * 11n) / 10n);
  const limits = {
    payment: env.SIGNER_PAYMENT_LIMIT ? amountOf(env.SIGNER_PAYMENT_LIMIT) : platform.member,
    hour: within(env.SIGNER_HOURLY_LIMIT, platform.hour),
    day: within(env.SIGNER_DAILY_LIMIT, platform.day),
    priorityFee: amountOf(env.PRIORITY_FEE_LIMIT),
  };
  // They are sent to another process, as text.
  return {
    payment: `${limits.payment}`,
    hour: `${limits.hour}`,
    day: `${limits.day}`,
    priorityFee: `${limits.priorityFee}`,
  };
}

/**
 * Connects to the signer at SIGNER_SOCKET, or starts one that ends with this process. Only its processes read the key.
 * @throws Error with a sentence for the operator
 */
export async function openSigner(env: Env): Promise<RunningSigner> {
  if (env.SIGNER_SOCKET) return reachSigner(env.SIGNER_SOCKET, env.TIMEOUT_FACTOR);
  return startSigner(CHILD, signerSettings(env));
}

/** The environment without the key, for everything but the signer. This process's variables lose it, too. */
export function withoutKey(env: Env): Env {
  delete process.env.PLATFORM_WALLET_SECRET;
  return { ...env, PLATFORM_WALLET_SECRET: undefined };
}
