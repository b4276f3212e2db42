import { ChainError } from "@bbux/chain";

/** How long somebody who waits for an answer waits for the chain (ms): their own call is given up after 10 s (spec core §7). */
const PATIENCE_MS = 3_000;

/**
 * What the chain says, if it says it soon: for calls of members that go on without it. The question itself is not taken back.
 * @throws ChainError UNREACHABLE when it takes too long
 */
export async function soon<T>(answer: Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
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
