import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Fault } from "./faults.ts";
import { type LocalChain, type LocalChainOptions, launch, urls } from "./index.ts";
import { readJson, writeJson } from "./json.ts";

export type { Fault } from "./faults.ts";

export interface TestChain extends LocalChain {
  /**
   * Mints at most 1 000 000 SOL. Returns the signature when the airdrop is finalized, or at once when that would take more than two
   * seconds (slots that do not pass by themselves).
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
  const slotMs = options.slotMs ?? 20;
  const finalizedAfter = options.finalizedAfter ?? 4;
  const settings = { dataDir: null, port: 0, control: true, ...options, slotMs, finalizedAfter };
  const { host, port, stop, crash } = await launch(settings);
  const { url, wsUrl } = urls(host, port);

  const call = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const body = writeJson({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
    const read = answer.parse(readJson(await response.text()));
    if (read.error) throw new Error(`${method}: ${read.error.message} (${read.error.code})`);
    return "result" in read ? read.result : undefined;
  };
  const isFinal = async (signature: string) => {
    const statuses = z.object({ value: z.array(z.object({ confirmationStatus: z.string() }).nullable()) });
    const { value } = statuses.parse(await call("getSignatureStatuses", [signature]));
    return value[0]?.confirmationStatus === "finalized";
  };

  return {
    url,
    wsUrl,
    stop,
    restart: crash,
    async airdrop(address, lamports) {
      const signature = z.string().parse(await call("requestAirdrop", address, lamports));
      const until = Date.now() + (slotMs * finalizedAfter > 2_000 ? 0 : 2_000);
      while (Date.now() < until && !(await isFinal(signature))) await sleep(Math.min(slotMs, 50));
      return signature;
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
