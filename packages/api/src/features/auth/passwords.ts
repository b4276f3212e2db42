import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { AppError } from "../../errors.ts";

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** A hash that no password has: comparing with it takes as long as with a real one. */
const NOBODY = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/**
 * argon2id behind a queue: at most one hash less than there are cores at a time, so that other requests stay fast, and a
 * bounded number waiting.
 * @throws AppError SERVICE_UNAVAILABLE when the queue is full
 */
export function createPasswords(maxWaiting = 200) {
  const slots = Math.max(1, availableParallelism() - 1);
  const waiting: (() => void)[] = [];
  let running = 0;

  async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (running >= slots) {
      if (waiting.length >= maxWaiting) throw new AppError("SERVICE_UNAVAILABLE");
      // The one who finishes hands its slot on, so `running` stays as it is.
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
    hash: (password: string): Promise<string> => queued(() => hash(password, ARGON2ID)),
    verify: (stored: string | null, password: string): Promise<boolean> =>
      queued(async () => (await verify(stored ?? NOBODY, password)) && stored !== null),
  };
}
