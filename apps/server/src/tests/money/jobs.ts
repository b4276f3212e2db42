import { ChainError, SignerError } from "@bbux/chain";
import { Crash } from "./world.ts";

/** Runs a job: failures of chain, signer and power are expected, anything else is a bug. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isExpected = error instanceof ChainError || error instanceof SignerError || error instanceof Crash;
    if (!isExpected) throw error;
  }
}
