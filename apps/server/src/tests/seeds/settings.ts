import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import { readEnv } from "../../env.ts";

/** All of the platform's keys. */
export const SEED = new Uint8Array(32).fill(7);
/** The cold wallet's key, which only its holder has. */
export const COLD = Keypair.fromSeed(new Uint8Array(32).fill(8));

/** How the platform of the seeds is configured. */
export const ENV = readEnv({
  NODE_ENV: "test",
  DATA_DIR: mkdtempSync(join(tmpdir(), "bbux-seeds-")),
  RATE_LIMITS: "off",
  LOG_LEVEL: "silent",
  NONCE_POOL: "2",
  WITHDRAWAL_DAILY_LIMIT: "600",
  WITNESS_FROM: "0.5",
  // Less than the hot wallet has when a seed begins, so that there is something to move.
  HOT_WALLET_CEILING: "8",
  COLD_WALLET_ADDRESS: COLD.publicKey.toBase58(),
});
