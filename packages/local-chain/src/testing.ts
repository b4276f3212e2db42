import type { ChildProcess } from "node:child_process";
import { z } from "zod";
import type { Fault } from "./faults.ts";
import { type LocalChain, type LocalChainOptions, launch, urls } from "./index.ts";
import { readJson, writeJson } from "./json.ts";

export type { Fault } from "./faults.ts";
export { FINALIZED_AFTER, TestCluster, type TestNode } from "./nodes.ts";

export interface TestChain extends LocalChain {
  /**
   * Mints at most 1,000,000 SOL. Returns the signature once the airdrop is finalized, or immediately if that would take more than two
   * seconds (long or paused slots). Faults don't apply to it.
   */
  airdrop(address: string, lamports: bigint): Promise<string>;
  /** Skips this many slots: heights rise, blockhashes expire, and sent transactions are finalized. */
  advance(slots: number): Promise<void>;
  /** Replaces all rules; an empty list clears every fault. The first rule that matches a call applies. */
  faults(rules: readonly Fault[]): Promise<void>;
  /** Kills the chain's process and resolves once it is back on the same port, with all its data if it has a directory, and no faults. */
  restart(): Promise<void>;
  /** Stops the slots until {@link resume} (or a restart); {@link advance} still works. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/** One that is still alive. */
function takeParked(): ChildProcess | undefined {
  const child = parked.pop();
  return child === undefined || child.connected ? child : takeParked();
}

const answer = z.union([
  z.object({ result: z.unknown(), error: z.undefined().optional() }),
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
]);

/** Processes of chains that were stopped, for the next ones. */
const parked: ChildProcess[] = [];

/**
 * A test chain: in memory, on free ports, with 20 ms slots that are final after 4, and with faults allowed. It begins in the process
 * of one that was stopped, if there is any.
 */
export async function startTestChain(options: Partial<LocalChainOptions> = {}): Promise<TestChain> {
  const settings = { dataDir: null, port: 0, control: true, slotMs: 20, finalizedAfter: 4, ...options };
  const canPark = settings.dataDir === null && !options.log && !options.onLost;
  const { host, port, stop, park, crash } = await launch(settings, canPark ? takeParked() : undefined);
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
    async stop() {
      if (!canPark) return stop();
      const child = park();
      if (child) parked.push(child);
    },
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
