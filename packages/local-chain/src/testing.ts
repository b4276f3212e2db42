import { z } from "zod";
import type { Fault } from "./faults.ts";
import { type LocalChain, type LocalChainOptions, launch, urls } from "./index.ts";
import { readJson, writeJson } from "./json.ts";

export type { Fault } from "./faults.ts";

export interface TestChain extends LocalChain {
  /**
   * Mints at most 1 000 000 SOL. Returns the signature when the airdrop is finalized, or at once when that would take more than two
   * seconds (long slots, or paused ones). No fault touches it.
   */
  airdrop(address: string, lamports: bigint): Promise<string>;
  /** So many slots pass at once: heights rise, blockhashes expire, what was sent is finalized. */
  advance(slots: number): Promise<void>;
  /** Replaces all rules; none heals everything. What one rule does not say of itself: the first that fits a call holds. */
  faults(rules: readonly Fault[]): Promise<void>;
  /** Kills the chain's process and resolves when it is back on the same port: with all it had when it has a directory; without faults. */
  restart(): Promise<void>;
  /** Slots stand still until {@link resume} (or a restart); {@link advance} moves them all the same. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

const answer = z.union([
  z.object({ result: z.unknown(), error: z.undefined().optional() }),
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
]);

/** A chain for a test: in memory, on free ports, slots of 20 ms, final after 4, and it does wrong as it is told. */
export async function startTestChain(options: Partial<LocalChainOptions> = {}): Promise<TestChain> {
  const settings = { dataDir: null, port: 0, control: true, slotMs: 20, finalizedAfter: 4, ...options };
  const { host, port, stop, crash } = await launch(settings);
  const { url, wsUrl } = urls(host, port);

  const call = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const body = writeJson({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
    const read = answer.parse(readJson(await response.text()));
    if (read.error) throw new Error(`${method}: ${read.error.message} (${read.error.code})`);
    return "result" in read ? read.result : undefined;
  };
  return {
    url,
    wsUrl,
    stop,
    restart: crash,
    async airdrop(address, lamports) {
      return z.string().parse(await call("bbux_airdrop", address, lamports));
    },
    async advance(slots) {
      await call("bbux_advance", slots);
    },
    async faults(rules) {
      await call("bbux_faults", rules);
    },
    async pause() {
      await call("bbux_pause");
    },
    async resume() {
      await call("bbux_resume");
    },
  };
}
