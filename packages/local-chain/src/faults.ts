import { z } from "zod";

const times = z.number().int().min(1).optional();
const method = z.string().optional();

/** What the chain can be told to do wrong; `times` calls long, else until told otherwise. Without a method it holds for all. */
export const fault = z.union([
  /** Closes the connection without an answer. Without method and times, the websocket is down as well. */
  z.object({ method, action: z.literal("down"), times }),
  /** Answers this HTTP status: 429 (with Retry-After), 500, 503, … */
  z.object({ method, action: z.literal("status"), status: z.number().int().min(400).max(599), times }),
  z.object({
    method,
    action: z.literal("error"),
    code: z.number().int().optional(),
    message: z.string().optional(),
    times,
  }),
  /** Does what it is asked at once and answers so many milliseconds later. */
  z.object({ method, action: z.literal("hang"), ms: z.number().min(0), times }),
  /** Answers this instead of the truth, without doing anything. */
  z.object({ method, action: z.literal("lie"), result: z.unknown(), times }),
  z.object({
    method: z.literal("sendTransaction"),
    /**
     * swallow: answers the signature, never runs it. landSilently: runs it, then closes the connection. landFailed: it lands with an error,
     * only the fee is taken.
     */
    action: z.enum(["swallow", "landSilently", "landFailed"]),
    times,
  }),
  /** The list comes back with only so many, the newest. */
  z.object({
    method: z.literal("getSignaturesForAddress"),
    action: z.literal("short"),
    keep: z.number().int().min(0),
    times,
  }),
]);

export type Fault = z.input<typeof fault>;

/** The rules in force. The first that fits a call is the one that holds. */
export class Faults {
  #rules: { rule: Fault; left: number }[] = [];

  /** Replaces all rules. */
  set(rules: readonly Fault[]): void {
    this.#rules = rules.map((rule) => ({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }));
  }

  /** The rule for this call, which has then been used once more. */
  take(called: string): Fault | undefined {
    const found = this.#rules.find(
      ({ rule, left }) => left > 0 && (rule.method === undefined || rule.method === called),
    );
    if (found) found.left -= 1;
    return found?.rule;
  }

  /** Whether nothing at all is to be had. */
  isDown(): boolean {
    return this.#rules.some(
      ({ rule }) => rule.action === "down" && rule.method === undefined && rule.times === undefined,
    );
  }
}
