import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Chain } from "./chain.ts";
import { type Faults, fault } from "./faults.ts";
import { accounts } from "./rpc/accounts.ts";
import type { Method } from "./rpc/method.ts";
import { read } from "./rpc/params.ts";

/** An airdrop never waits longer than this to be finalized. */
const MAX_FINALITY_WAIT_MS = 2_000;

/**
 * Control methods for tests, over the same connection: `bbux_advance` (slots), `bbux_faults` (rules), `bbux_pause`, `bbux_resume`,
 * and `bbux_airdrop`, which is requestAirdrop that answers once finalized. Faults don't apply to these.
 */
export function controls(faults: Faults, onPassed: () => void): ReadonlyMap<string, Method> {
  const all: Record<string, Method> = {
    async bbux_advance(chain: Chain, params) {
      const [slots] = read(z.tuple([z.number().int().min(0).max(1e9)]), params);
      chain.clock.advance(slots);
      await chain.store.durable();
      onPassed();
      return chain.clock.slot();
    },
    bbux_faults(_chain, params) {
      const [rules] = read(z.tuple([z.array(fault)]), params);
      faults.set(rules);
      onPassed();
      return rules.length;
    },
    async bbux_airdrop(chain, params) {
      const signature = await accounts.requestAirdrop?.(chain, params);
      const wait = chain.clock.finalize();
      if (wait <= MAX_FINALITY_WAIT_MS) await sleep(wait);
      return signature;
    },
    bbux_pause(chain) {
      chain.clock.pause();
      return chain.clock.slot();
    },
    bbux_resume(chain) {
      chain.clock.resume();
      return chain.clock.slot();
    },
  };
  return new Map(Object.entries(all));
}
