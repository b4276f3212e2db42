import { fieldOf } from "../../lib/record.ts";
import { fetchWithTimeout } from "../../lib/request.ts";

/** The platform's proxy to the chain, because the page never talks to a node. */
export const PROXY_PATH = "/api/wallet/solana-proxy";

/**
 * Sends one RPC request through the proxy.
 * @throws Error with the proxy's or the node's own sentence
 */
export async function askChain(method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetchWithTimeout(PROXY_PATH, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const body: unknown = await response.json().catch(() => null);
  const failure = fieldOf(body, "error");
  if (response.ok && failure === undefined) return fieldOf(body, "result");
  const text = typeof failure === "string" ? failure : fieldOf(failure, "message");
  throw new Error(typeof text === "string" && text ? text : `The chain did not answer (HTTP ${response.status})`);
}

/** Returns the confirmed balance of an address in lamports. */
export async function balanceOf(address: string): Promise<bigint> {
  const value = fieldOf(await askChain("getBalance", [address, { commitment: "confirmed" }]), "value");
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new Error("We couldn't read the balance");
  return BigInt(value);
}
