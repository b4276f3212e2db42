import { performance } from "node:perf_hooks";
import type { ChainGateway } from "@bbux/chain";

/** Calls to the chain, and the seconds spent waiting for them. */
export interface Spent {
  readonly calls: number;
  readonly seconds: number;
}

/** Counts and times every call of a gateway. */
export function countCalls(): {
  readonly wrap: (chain: ChainGateway) => ChainGateway;
  readonly soFar: () => Spent;
  readonly since: (before: Spent) => Spent;
} {
  const total = { calls: 0, seconds: 0 };
  return {
    wrap: (chain) =>
      new Proxy(chain, {
        get(target, name) {
          const call: unknown = Reflect.get(target, name);
          if (typeof call !== "function") return call;
          return async (...args: unknown[]): Promise<unknown> => {
            const start = performance.now();
            total.calls++;
            try {
              return await Reflect.apply(call, target, args);
            } finally {
              total.seconds += (performance.now() - start) / 1_000;
            }
          };
        },
      }),
    soFar: () => ({ ...total }),
    since: ({ calls, seconds }) => ({ calls: total.calls - calls, seconds: total.seconds - seconds }),
  };
}
