import { ChainError } from "@bbux/chain";
import { Crash } from "./world.ts";

/** What a job does: the chain may be away, or the power; anything else is a fault of ours. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ChainError || error instanceof Crash)) throw error;
  }
}
