import { z } from "zod";

/** How many finalized slots a chain with faults remembers, so that nodes can lag. */
export const MOST_LAG = 1_000;

const times = z.number().int().min(1).optional();
const method = z.string().optional();

/** Faults to inject. Each lasts for `times` calls, or until the rules are replaced; without a method it applies to all of them. */
export const fault = z.union([
  /** Closes the connection without an answer. Without a method and times, the websocket is down, too. */
  z.object({ method, action: z.literal("down"), times }),
  /** Answers with this HTTP status: 429 (with Retry-After), 500, 503, … */
  z.object({ method, action: z.literal("status"), status: z.number().int().min(400).max(599), times }),
  z.object({
    method,
    action: z.literal("error"),
    code: z.number().int().optional(),
    message: z.string().optional(),
    times,
  }),
  /** Acts immediately but answers this many milliseconds later. */
  z.object({ method, action: z.literal("hang"), ms: z.number().min(0), times }),
  /** Returns this result without doing anything. */
  z.object({ method, action: z.literal("lie"), result: z.unknown(), times }),
  /** Answers as a node that is this many slots behind; sending isn't affected. */
  z.object({ method, action: z.literal("lag"), slots: z.number().int().min(1).max(MOST_LAG), times }),
  z.object({
    method: z.literal("sendTransaction"),
    /**
     * swallow: returns the signature but never runs it. landSilently: runs it, then closes the connection. landFailed: lands it with an
     * error, so that only the fee is charged.
     */
    action: z.enum(["swallow", "landSilently", "landFailed"]),
    times,
  }),
  /** Truncates the list to the newest entries. */
  z.object({
    method: z.literal("getSignaturesForAddress"),
    action: z.literal("short"),
    keep: z.number().int().min(0),
    times,
  }),
]);

export type Fault = z.input<typeof fault>;

/** The active rules. The first one that matches a call applies. */
export class Faults {
  #rules: { rule: Fault; left: number }[] = [];

  /** Replaces all rules. */
  set(rules: readonly Fault[]): void {
    this.#rules = rules.map((rule) => ({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }));
  }

  /** The rule for this call; counts as one use of it. */
  take(called: string): Fault | undefined {
    const found = this.#rules.find(
      ({ rule, left }) => left > 0 && (rule.method === undefined || rule.method === called),
    );
    if (found) found.left -= 1;
    return found?.rule;
  }

  /** Whether everything is down. */
  isDown(): boolean {
    return this.#rules.some(
      ({ rule }) => rule.action === "down" && rule.method === undefined && rule.times === undefined,
    );
  }
}
