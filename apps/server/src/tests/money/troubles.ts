import { type ChainGateway, type Signer, SignerError } from "@bbux/chain";
import { DISTORTIONS, distorting, type Ours } from "./distortions.ts";

/**
 * What goes wrong beside the node's connection. `signerDown`: nothing is signed. `signerKilled`: it signs, and dies before it answers.
 * `falseFailures` and `falseDeposits`: the node shows transactions that aren't so. `late` and `early`: the process's clock is minutes
 * behind or ahead of the database's.
 */
export type Trouble = "signerDown" | "signerKilled" | "falseFailures" | "falseDeposits" | "late" | "early";

const SKEW_MS = 5 * 60_000;

/** The troubles of a process, one at a time. */
export class Troubles {
  current: Trouble | null = null;

  /** How far the process's clock is ahead, in milliseconds. */
  skew(): number {
    if (this.current === "late") return -SKEW_MS;
    return this.current === "early" ? SKEW_MS : 0;
  }

  signer(real: Signer): Signer {
    return new Proxy(real, {
      get: (target, key) => {
        const call: unknown = Reflect.get(target, key);
        if (typeof call !== "function") return call;
        return async (...args: unknown[]) => {
          if (this.current === "signerDown") throw new SignerError("UNREACHABLE", "nobody listens");
          const signed: unknown = await Reflect.apply(call, target, args);
          if (this.current === "signerKilled") throw new SignerError("UNREACHABLE", "the connection was closed");
          return signed;
        };
      },
    });
  }

  /** @param ours asked once there is a platform */
  gateway(real: ChainGateway, ours: () => Ours): ChainGateway {
    return distorting(real, () => {
      const { current } = this;
      return current === "falseFailures" || current === "falseDeposits" ? DISTORTIONS[current](ours()) : null;
    });
  }
}
