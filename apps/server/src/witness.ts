import type { Witness } from "@bbux/api";
import { type ChainGateway, createGateway, RPC_TIMEOUT_MS } from "@bbux/chain";
import type { Env } from "./env.ts";

export function gatewayTo(url: string, env: Pick<Env, "TIMEOUT_FACTOR">): ChainGateway {
  return createGateway({ url, timeoutMs: RPC_TIMEOUT_MS * env.TIMEOUT_FACTOR });
}

/** The second node, at SOLANA_WITNESS_URL; null without one. */
export function witnessOf(env: Pick<Env, "SOLANA_WITNESS_URL" | "TIMEOUT_FACTOR">): Witness | null {
  const url = env.SOLANA_WITNESS_URL;
  return url ? { chain: gatewayTo(url, env), name: new URL(url).host } : null;
}
