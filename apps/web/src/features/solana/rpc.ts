import { fetchWithTimeout } from "../../request.ts";

/** The platform's way to the chain: the page never speaks to a node (spec money §7). */
export const PROXY_PATH = "/api/wallet/solana-proxy";

/**
 * One question to the chain through the proxy.
 * @throws Error with the proxy's or the node's own sentence
 */
export async function askChain(method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetchWithTimeout(PROXY_PATH, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const body: unknown = await response.json().catch(() => null);
  const failure = read(body, "error");
  if (response.ok && failure === undefined) return read(body, "result");
  const text = typeof failure === "string" ? failure : read(failure, "message");
  throw new Error(typeof text === "string" && text ? text : `The chain did not answer (HTTP ${response.status})`);
}

/** Confirmed balance of an address in lamports. */
export async function balanceOf(address: string): Promise<bigint> {
  const value = read(await askChain("getBalance", [address, { commitment: "confirmed" }]), "value");
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new Error("The balance could not be read");
  return BigInt(value);
}

/** A field of what came over the wire, `undefined` where there is none. */
function read(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
