import type { Witness } from "@bbux/api";
import { createGateway } from "@bbux/chain";
import type { Env } from "./env.ts";

/** The second node, at SOLANA_WITNESS_URL; null without one. */
export function witnessOf({ SOLANA_WITNESS_URL: url }: Pick<Env, "SOLANA_WITNESS_URL">): Witness | null {
  return url ? { chain: createGateway({ url }), name: new URL(url).host } : null;
}
