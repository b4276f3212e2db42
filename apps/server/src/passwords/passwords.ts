import { join } from "node:path";
import { AppError, type Services } from "@bbux/api";
import { ChildFailure, createChild } from "../child.ts";
import { type PasswordJob, type PasswordResult, passwordResult } from "./passwords.protocol.ts";

/** Starting takes most of a second, which not every sign-up on a quiet platform should wait for. */
const IDLE_MS = 10 * 60_000;
/** An estimate takes some milliseconds; the process also needs a moment to start. */
const PATIENCE_MS = 10_000;
/** At most about 2.5 seconds of estimates. Further passwords are refused. */
const WAITING = 50;
/** Next to this file in the source, next to the bundle once built. */
const CHILD = join(
  import.meta.dirname,
  import.meta.filename.endsWith(".ts") ? "passwords.child.ts" : "passwords.child.js",
);

/**
 * Estimates passwords one at a time in a process of its own, which never passes a password that it has no estimate of.
 */
export function createPasswordEstimates({
  file = CHILD,
  patienceMs = PATIENCE_MS,
  waiting = WAITING,
} = {}): Services["estimatePassword"] {
  const child = createChild<Omit<PasswordJob, "id">, PasswordResult>(passwordResult, {
    name: "passwords",
    file,
    patienceMs,
    idleMs: IDLE_MS,
    waiting,
    env: {},
    execArgv: ["--max-old-space-size=256"],
  });
  return async (password, about) => {
    try {
      const { isCommon, isGuessable } = await child.ask({ password, about: [...about] });
      return { isCommon, isGuessable };
    } catch (error) {
      if (!(error instanceof ChildFailure)) throw error;
      throw new AppError("SERVICE_UNAVAILABLE", { cause: error });
    }
  };
}

let shared: Services["estimatePassword"] | undefined;

/** One process for all that this one serves. @param timeoutFactor how many times longer than usual it may take */
export function passwordEstimates(timeoutFactor: number): Services["estimatePassword"] {
  shared ??= createPasswordEstimates({ patienceMs: PATIENCE_MS * timeoutFactor });
  return shared;
}
