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
  /** One list for each connection, which goes round in it. */
  readonly calls: readonly (readonly Call[])[];
  /** Requests a second over all connections; without it as many as are answered. */
  readonly rate?: number;
}

export interface Loaded {
  /** Milliseconds of each answer. */
  readonly latencies: readonly number[];
  readonly seconds: number;
  /** Answers that were not 2xx, and requests without an answer. */
  readonly failed: number;
}

export interface Generator {
  run(load: Load): Promise<Loaded>;
  stop(): void;
}

/** autocannon in one process of its own that lives as long as the run: every server is loaded by the same warm code. */
export async function startGenerator(): Promise<Generator> {
  const child: ChildProcess = fork(new URL("load.child.ts", import.meta.url), { stdio: "inherit" });
  await once(child, "message");
  return {
    async run(load) {
      const answer = once(child, "message");
      child.send(load);
      const [loaded]: Loaded[] = await answer;
      if (!loaded) throw new Error("The load generator gave no answer");
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
