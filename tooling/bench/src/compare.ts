import type { Faces, Scenario } from "./calls.ts";
import { type Generator, percentile } from "./load.ts";
import type { BenchOptions } from "./options.ts";
import type { ServerProcess } from "./servers.ts";

const SUBJECTS = ["bare", "rest", "trpc"] as const;
export type Subject = (typeof SUBJECTS)[number];

export interface Figures {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  /** Bytes resident right after the last round. */
  readonly rss: number;
}

/** Loads the servers in turns, so that what disturbs the machine for a while disturbs all of them. */
export async function compare(
  scenario: Scenario,
  servers: { ours: ServerProcess; bare: ServerProcess },
  generator: Generator,
  { seconds, connections, rounds }: BenchOptions,
): Promise<Record<Subject, Figures>> {
  const faces = Array.from({ length: connections }, (_, n) => scenario.facesOf(n));
  const load = (subject: Subject, duration: number) =>
    generator.run({
      url: (subject === "bare" ? servers.bare : servers.ours).url,
      seconds: duration,
      calls: faces.map((list) => list.map((face: Faces) => (subject === "trpc" ? face.trpc : face.rest))),
    });
  for (const subject of SUBJECTS) await load(subject, 3);

  const sums = new Map(
    SUBJECTS.map((subject) => [subject, { latencies: [] as number[], seconds: 0, failed: 0, rss: 0 }]),
  );
  for (let round = 0; round < rounds; round++) {
    // Each goes first, second and last once.
    for (let place = 0; place < SUBJECTS.length; place++) {
      const subject = SUBJECTS[(round + place) % SUBJECTS.length] ?? "bare";
      const sum = sums.get(subject);
      if (!sum) continue;
      const loaded = await load(subject, seconds / rounds);
      for (const latency of loaded.latencies) sum.latencies.push(latency);
      sum.seconds += loaded.seconds;
      sum.failed += loaded.failed;
      sum.rss = (subject === "bare" ? servers.bare : servers.ours).rss();
    }
  }
  const figures = (subject: Subject): Figures => {
    const {
      latencies,
      seconds: took,
      failed,
      rss,
    } = sums.get(subject) ?? { latencies: [], seconds: 0, failed: 0, rss: 0 };
    return {
      perSecond: latencies.length / took,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      failed,
      rss,
    };
  };
  return { bare: figures("bare"), rest: figures("rest"), trpc: figures("trpc") };
}
