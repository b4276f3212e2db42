import { Agent, request } from "node:http";
import { percentile } from "../load.ts";
import type { Built } from "./build.ts";
import { type Probe, probesOf } from "./probes.ts";

/** A server with one data set. */
export interface Side {
  readonly url: string;
  readonly built: Built;
}

export interface Times {
  /** Milliseconds. The fastest tenth is the cost of the page itself, rarely affected by other work on the machine. */
  readonly p10: number;
  readonly p50: number;
  readonly p95: number;
}

export interface Measured {
  readonly name: string;
  readonly small: Times;
  readonly large: Times;
  /** Large to small, for the medians and for the fastest tenths. */
  readonly ratio: { readonly p50: number; readonly p10: number };
  /** An unsuccessful response of a page, which makes its times meaningless. */
  readonly failed?: number;
}

/** How often each page is requested. Slow pages are requested less often, because waiting adds no information. */
export interface Asked {
  readonly warm: number;
  readonly most: number;
  readonly least: number;
  readonly budgetMs: number;
}
const ASKED: Asked = { warm: 12, most: 120, least: 10, budgetMs: 5_000 };
/** Which of the signed-in members makes the request. */
export const MEMBER = 3;

export type Ask = (url: string, headers?: Record<string, string>) => Promise<{ status: number; ms: number }>;

/** One request after another over a persistent connection. */
export function createAsk(): { ask: Ask; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const ask: Ask = (url, headers = {}) =>
    new Promise((resolve, reject) => {
      const start = performance.now();
      request(url, { agent, headers }, (answer) => {
        answer.resume();
        answer.once("end", () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - start }));
      })
        .once("error", reject)
        .end();
    });
  return { ask, close: () => agent.destroy() };
}

/** The n-th request for a page. */
export function requestOf({ url, built }: Side, probe: Probe, n: number): [string, Record<string, string>] {
  const headers: Record<string, string> = probe.member ? { authorization: `Bearer ${built.tokens[MEMBER]}` } : {};
  return [url + probe.paths[n % probe.paths.length], headers];
}

/**
 * Requests each page of both data sets alternately, one request at a time, so that other work on the machine affects
 * both.
 */
export async function measure(small: Side, large: Side, only: RegExp, asked = ASKED): Promise<Measured[]> {
  const { ask, close } = createAsk();
  const measured: Measured[] = [];
  const largeProbes = probesOf(large.built);
  for (const [n, probe] of probesOf(small.built).entries()) {
    const other = largeProbes[n];
    if (!other || !only.test(probe.name)) continue;
    measured.push(
      await compareSides(
        probe.name,
        asked,
        async (round) => ask(...requestOf(small, probe, round)),
        async (round) => ask(...requestOf(large, other, round)),
      ),
    );
  }
  close();
  return measured;
}

async function compareSides(
  name: string,
  asked: Asked,
  small: (round: number) => ReturnType<Ask>,
  large: (round: number) => ReturnType<Ask>,
): Promise<Measured> {
  const times = { small: [] as number[], large: [] as number[] };
  let failed: number | undefined;
  const step = async (side: "small" | "large", round: number, counts: boolean) => {
    const { status, ms } = await (side === "small" ? small : large)(round);
    if (status !== 200) failed = status;
    else if (counts) times[side].push(ms);
  };
  for (let round = 0; round < asked.warm; round++)
    for (const side of ["small", "large"] as const) await step(side, round, false);
  const start = performance.now();
  for (let round = 0; round < asked.most; round++) {
    if (round >= asked.least && performance.now() - start > asked.budgetMs) break;
    const order = round % 2 === 0 ? (["small", "large"] as const) : (["large", "small"] as const);
    for (const side of order) await step(side, round, true);
  }
  const of = (list: number[]): Times => ({
    p10: percentile(list, 0.1),
    p50: percentile(list, 0.5),
    p95: percentile(list, 0.95),
  });
  const figures = { small: of(times.small), large: of(times.large) };
  const ratio = { p50: figures.large.p50 / figures.small.p50, p10: figures.large.p10 / figures.small.p10 };
  return { name, ...figures, ratio, ...(failed === undefined ? {} : { failed }) };
}
