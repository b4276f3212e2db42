import type { Faces, Scenario } from "./calls.ts";
import { type Generator, percentile } from "./load.ts";
import type { BenchOptions, Pace } from "./options.ts";
import type { ServerProcess } from "./servers.ts";

const WARM_SECONDS_MAX = 40;
/** How long a server may take to answer at all. */
const ANSWER_SECONDS_MAX = 60;

const SUBJECTS = ["bare", "rest", "trpc"] as const;
export type Subject = (typeof SUBJECTS)[number];

export interface Figures {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  /** The server's processor time per request in microseconds, which other work on the machine disturbs least. */
  readonly cpu: number;
  /** Resident memory right after the last round, in bytes. */
  readonly rss: number;
}

/** Loads the servers in turns, so that a temporary disturbance affects all of them. */
export async function compare(
  scenario: Scenario,
  servers: { ours: ServerProcess; bare: ServerProcess },
  generator: Generator,
  { seconds, connections, rounds, warmRequests }: BenchOptions & Pace,
): Promise<Record<Subject, Figures>> {
  const faces = Array.from({ length: connections }, (_, n) => scenario.facesOf(n));
  const load = (subject: Subject, duration: number) =>
    generator.run({
      url: (subject === "bare" ? servers.bare : servers.ours).url,
      seconds: duration,
      calls: faces.map((list) => list.map((face: Faces) => (subject === "trpc" ? face.trpc : face.rest))),
    });
  for (const subject of SUBJECTS) {
    let warm = 0;
    for (let took = 0; warm < warmRequests && took < WARM_SECONDS_MAX; took += 2) {
      warm += (await load(subject, 2)).latencies.length;
    }
  }

  const sums = new Map(SUBJECTS.map((subject) => [subject, emptySum()]));
  for (let round = 0; round < rounds; round++) {
    // Each goes first, second, and last once.
    for (let place = 0; place < SUBJECTS.length; place++) {
      const subject = SUBJECTS[(round + place) % SUBJECTS.length] ?? "bare";
      const server = subject === "bare" ? servers.bare : servers.ours;
      const sum = sums.get(subject) ?? emptySum();
      const before = server.cpu();
      // A turn that is too short for a single answer on a busy machine is followed by another.
      do {
        const loaded = await load(subject, seconds / rounds);
        sum.seconds += loaded.seconds;
        sum.failed += loaded.failed;
        for (const latency of loaded.latencies) sum.latencies.push(latency);
      } while (sum.latencies.length === 0 && sum.failed === 0 && sum.seconds < ANSWER_SECONDS_MAX);
      sum.cpu += server.cpu() - before;
      sum.rss = server.rss();
    }
  }
  const figures = (subject: Subject) => figuresOf(sums.get(subject) ?? emptySum());
  return { bare: figures("bare"), rest: figures("rest"), trpc: figures("trpc") };
}

interface Sum {
  latencies: number[];
  seconds: number;
  failed: number;
  cpu: number;
  rss: number;
}

function emptySum(): Sum {
  return { latencies: [], seconds: 0, failed: 0, cpu: 0, rss: 0 };
}

function figuresOf({ latencies, seconds, failed, cpu, rss }: Sum): Figures {
  return {
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    failed,
    cpu: cpu / latencies.length,
    rss,
  };
}
