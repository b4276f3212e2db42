// What we use of autocannon, which ships no types.
declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  interface Request {
    method: string;
    path: string;
    headers?: Record<string, string>;
    body?: string;
  }
  interface Client extends EventEmitter {
    setRequests(requests: Request[]): void;
  }
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Requests a second of all connections together; without it as many as are answered. */
    overallRate?: number;
    /** Milliseconds between two looks at the clock. */
    sampleInt?: number;
    setupClient?: (client: Client) => void;
  }
  interface Result {
    /** Seconds. */
    duration: number;
    errors: number;
    timeouts: number;
    non2xx: number;
  }
  export default function autocannon(options: Options): PromiseLike<Result>;
}
