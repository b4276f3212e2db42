import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { AppError } from "../../platform/errors/errors.ts";

/** The cost of one hash: memory in KiB, and passes over it. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

/**
 * Creates argon2id behind a queue: it leaves one core free, so other requests stay fast, and bounds how many hashes
 * wait.
 * @param options.cost cheaper only in tests of something else
 * @throws AppError SERVICE_UNAVAILABLE when the queue is full
 */
export function createPasswords({
  maxWaiting = 200,
  cost = ARGON2ID,
}: {
  maxWaiting?: number;
  cost?: PasswordCost;
} = {}) {
  // No password has this hash, and comparing with it takes as long as with a real one.
  const nobody = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$${"A".repeat(22)}$${"A".repeat(43)}`;
  const slots = Math.max(1, availableParallelism() - 1);
  const waiting: (() => void)[] = [];
  let running = 0;

  async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (running >= slots) {
      if (waiting.length >= maxWaiting) throw new AppError("SERVICE_UNAVAILABLE");
      // A finished call hands its slot on, so `running` stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hash: (password: string): Promise<string> => queued(() => hash(password, { ...cost, parallelism: 1 })),
    verify: (stored: string | null, password: string): Promise<boolean> =>
      queued(async () => (await verify(stored ?? nobody, password)) && stored !== null),
  };
}
