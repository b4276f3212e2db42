import { ChainError } from "@bbux/chain";

/** How long a call of a member waits for the chain (ms); shorter than their client waits for us. */
export const CHAIN_PATIENCE_MS = 3_000;

/**
 * Returns the chain's answer if it comes in time, for calls of members that can do without it. The request isn't
 * canceled.
 * @throws ChainError UNREACHABLE when it takes too long
 */
export async function withTimeout<T>(answer: Promise<T>, patienceMs = CHAIN_PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ChainError("UNREACHABLE", `no answer of the chain in ${patienceMs} ms`)),
      patienceMs,
    );
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
