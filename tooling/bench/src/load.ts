import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

export interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface Load {
  readonly url: string;
  readonly seconds: number;
  /** One list per connection, which cycles through it. */
  readonly calls: readonly (readonly Call[])[];
  /** Requests per second over all connections; if unset, as many as are answered. */
  readonly rate?: number;
}

export interface Loaded {
  /** Milliseconds per response. */
  readonly latencies: readonly number[];
  readonly seconds: number;
  /** Responses that weren't 2xx, and requests without a response. */
  readonly failed: number;
}

export interface Generator {
  run(load: Load): Promise<Loaded>;
  stop(): void;
}

/** autocannon in its own process for the whole run, so that every server is loaded by the same warm code. */
export async function startGenerator(): Promise<Generator> {
  const child: ChildProcess = fork(new URL("load.child.ts", import.meta.url), { stdio: "inherit" });
  await once(child, "message");
  return {
    async run(load) {
      const answer = once(child, "message");
      child.send(load);
      const [loaded]: Loaded[] = await answer;
      if (!loaded) throw new Error("The load generator returned nothing");
      return loaded;
    },
    stop: () => void child.kill(),
  };
}

/** @param share 0.99 for the 99th percentile */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}
