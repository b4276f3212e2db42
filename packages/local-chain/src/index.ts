import type { ChildProcess } from "node:child_process";
import { supervise } from "./supervisor.ts";

export interface LocalChainOptions {
  /** The chain is stored in the folder `chain` in here; null keeps it in memory, where a crash loses it and begins a new one. */
  dataDir: string | null;
  /** The HTTP port; the websocket uses the next one. 0 picks a free pair. */
  port: number;
  /** Default 127.0.0.1 */
  host?: string;
  /** Milliseconds per slot, default 400. */
  slotMs?: number;
  /** Slots until a transaction is confirmed, default 1. */
  confirmedAfter?: number;
  /** Slots until it is finalized, default 8. */
  finalizedAfter?: number;
  /** So many calls make a slot, instead of time: for tests, which then don't depend on how fast they run. Default 0: time does. */
  callsPerSlot?: number;
  /** Allows the `bbux_*` methods, which move time and inject faults. */
  control?: boolean;
  log?: (line: string) => void;
  /** Called when the chain's process has died five times within ten seconds and won't be restarted. */
  onLost?: () => void;
}

export interface LocalChain {
  readonly url: string;
  /** On the port after {@link url}'s, which is web3.js's default. */
  readonly wsUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts a local Solana chain: a JSON-RPC server with a websocket around a real Solana VM, in its own process, which is restarted
 * if it dies and ends when we do. See docs/OPERATIONS.md, "The local chain".
 * @throws Error with a readable message if a port is taken or the directory is in use
 */
export async function startLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  const { host, port, stop } = await launch(options);
  return { ...urls(host, port), stop };
}

/** Starts it under supervision and applies the default of every option. @param parked a process to begin in */
export async function launch({ dataDir, port, log, onLost, ...options }: LocalChainOptions, parked?: ChildProcess) {
  const host = options.host ?? "127.0.0.1";
  const supervised = await supervise({
    dataDir,
    port,
    host,
    slotMs: options.slotMs ?? 400,
    confirmedAfter: options.confirmedAfter ?? 1,
    finalizedAfter: options.finalizedAfter ?? 8,
    callsPerSlot: options.callsPerSlot ?? 0,
    control: options.control ?? false,
    log: log ?? (() => undefined),
    onLost: onLost ?? (() => undefined),
    parked,
  });
  return { ...supervised, host };
}

/** The URLs of a chain that listens on this host and port; one that listens on all interfaces is reached through loopback. */
export function urls(host: string, port: number): { url: string; wsUrl: string } {
  const near = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host;
  return { url: `http://${near}:${port}`, wsUrl: `ws://${near}:${port + 1}` };
}
