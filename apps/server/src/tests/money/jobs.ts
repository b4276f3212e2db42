import { ChainError } from "@bbux/chain";
import { Crash } from "./world.ts";

/** Runs a job: chain and power failures are expected, anything else is a bug. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ChainError || error instanceof Crash)) throw error;
  }
}
