import { supervise } from "./supervisor.ts";

export interface LocalChainOptions {
  /** The chain is kept in its folder `chain`; null keeps it in memory only, and a crash of its process begins a new one. */
  dataDir: string | null;
  /** Of HTTP; the websocket takes the next one. 0 takes a free pair. */
  port: number;
  /** Default 127.0.0.1 */
  host?: string;
  /** Milliseconds a slot, default 400. */
  slotMs?: number;
  /** Slots until a transaction is confirmed, default 1. */
  confirmedAfter?: number;
  /** Slots until it is finalized, default 8. */
  finalizedAfter?: number;
  /** Allow the `bbux_*` methods, which move time and make faults. */
  control?: boolean;
  log?: (line: string) => void;
  /** The chain's process died five times within ten seconds and is not started any more. */
  onLost?: () => void;
}

export interface LocalChain {
  readonly url: string;
  /** On the port after that of {@link url}, where web3.js looks for it by itself. */
  readonly wsUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts a Solana chain of one's own: a JSON-RPC server and its websocket around a real Solana VM, in a process of its own that is
 * brought back when it dies and ends when we do. See docs/OPERATIONS.md, "The local chain".
 * @throws Error with one sentence for people when a port is taken or the directory is in use
 */
export async function startLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  const { host, port, stop } = await launch(options);
  return { ...urls(host, port), stop };
}

/** Starts it under supervision, every option with its default. */
export async function launch({ dataDir, port, log, onLost, ...options }: LocalChainOptions) {
  const host = options.host ?? "127.0.0.1";
  const supervised = await supervise({
    dataDir,
    port,
    host,
    slotMs: options.slotMs ?? 400,
    confirmedAfter: options.confirmedAfter ?? 1,
    finalizedAfter: options.finalizedAfter ?? 8,
    control: options.control ?? false,
    log: log ?? (() => undefined),
    onLost: onLost ?? (() => undefined),
  });
  return { ...supervised, host };
}

/** Where a chain is reached that listens on this host and port; one that listens everywhere, from this machine. */
export function urls(host: string, port: number): { url: string; wsUrl: string } {
  const near = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host;
  return { url: `http://${near}:${port}`, wsUrl: `ws://${near}:${port + 1}` };
}
